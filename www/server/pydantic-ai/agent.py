"""The demo's other agent: Pydantic AI behind its AG-UI adapter, on 127.0.0.1.

    python agent.py

prints the port that it listens on. It keeps a folder in order. The model is a script, so that it needs no key and no
network: it makes the calls of the first keyword in the newest prompt, and then says what became of them.

The folder is the state that agent and page share: the page sends it with every run, and the agent says when it changes.

    POST /agent           runs of AG-UI; the client keeps the history
"""

import json
import sys

import uvicorn
from ag_ui.core import EventType, StateSnapshotEvent
from pydantic import BaseModel
from pydantic_ai import Agent, DeferredToolRequests, RunContext, ToolReturn
from pydantic_ai.messages import ModelMessage, ToolReturnPart
from pydantic_ai.models.function import AgentInfo, DeltaToolCall, FunctionModel
from pydantic_ai.ui import StateDeps
from pydantic_ai.ui.ag_ui import AGUIAdapter
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

RELEASE = {
    'questions': [
        {
            'header': 'Release',
            'question': 'What kind of release is it?',
            'options': [
                {'label': 'Patch', 'description': 'Mends faults, adds nothing'},
                {'label': 'Minor', 'description': 'Adds something, breaks nothing'},
                {'label': 'Major', 'description': 'Some users have to change their code'},
            ],
        }
    ]
}

# What is said first and the calls of the one step that follows, by keyword.
STEPS = {
    'release': (
        'Before the release I need an answer, and the old build has to go. ',
        [('ask_user_question', RELEASE), ('remove_file', {'path': 'build/old.zip'})],
    ),
    'drafts': (
        'There are two drafts. Shall I remove both? ',
        [('remove_file', {'path': 'drafts/first.md'}), ('remove_file', {'path': 'drafts/second.md'})],
    ),
    'report': (
        'The report of 2019 is the oldest file. ',
        [('remove_file', {'path': 'reports/2019.pdf'})],
    ),
}


class Folder(BaseModel):
    """What the page shares."""

    files: list[str] = []


async def script(messages: list[ModelMessage], info: AgentInfo):
    parts = [part for message in messages for part in message.parts]
    start = max(i for i, part in enumerate(parts) if part.part_kind == 'user-prompt')
    results = [part for part in parts[start:] if part.part_kind == 'tool-return']
    if results:
        for result in results:
            yield said_of(result) + '\n\n'
        return
    prompt = str(parts[start].content).lower()
    said, calls = next((step for keyword, step in STEPS.items() if keyword in prompt), ('', []))
    yield said or 'I can remove the old report, tidy the drafts, or prepare a release.'
    for number, (name, arguments) in enumerate(calls):
        text = json.dumps(arguments)
        half = len(text) // 2
        # Ids are new in every turn: how often was something said?
        call_id = f'{name}_{start}_{number}'
        yield {number + 1: DeltaToolCall(name=name, json_args=text[:half], tool_call_id=call_id)}
        yield {number + 1: DeltaToolCall(json_args=text[half:])}


def said_of(result: ToolReturnPart) -> str:
    """A sentence about a call that is over."""
    if result.tool_name == 'ask_user_question':
        picked = answers(result.content)
        return f'It is a **{picked[0].lower()}** release, then.' if picked else 'I call it a **patch** release, then.'
    if getattr(result, 'outcome', 'success') == 'denied':
        return f'I left the file alone. {result.content}'
    return f'{result.content}'


def answers(content: object) -> list[str]:
    """What was picked, of the one question."""
    try:
        picked = json.loads(content) if isinstance(content, str) else content
    except ValueError:
        return []
    return list(picked.get('Release', [])) if isinstance(picked, dict) else []


agent = Agent(FunctionModel(stream_function=script), output_type=[str, DeferredToolRequests], deps_type=StateDeps[Folder])


@agent.tool(requires_approval=True)
def remove_file(context: RunContext[StateDeps[Folder]], path: str) -> ToolReturn:
    """Removes a file from the folder."""
    folder = context.deps.state
    if path not in folder.files:
        return ToolReturn(f'There is no `{path}`.')
    folder.files = [file for file in folder.files if file != path]
    changed = StateSnapshotEvent(type=EventType.STATE_SNAPSHOT, snapshot=folder.model_dump())
    return ToolReturn(f'`{path}` is gone.', metadata=[changed])


async def run(request: Request) -> Response:
    return await AGUIAdapter.dispatch_request(request, agent=agent, deps=StateDeps(Folder()))


class Announcing(uvicorn.Server):
    async def startup(self, sockets=None) -> None:
        await super().startup(sockets)
        print(self.servers[0].sockets[0].getsockname()[1], flush=True)


if __name__ == '__main__':
    config = uvicorn.Config(
        Starlette(routes=[Route('/agent', run, methods=['POST'])]), host='127.0.0.1', port=0, log_level='warning'
    )
    try:
        Announcing(config).run()
    except KeyboardInterrupt:
        sys.exit(0)
