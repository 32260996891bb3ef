"""A Pydantic AI agent behind its AG-UI adapter, on 127.0.0.1.

    python agent.py

prints the port that it listens on. The model is a script: it looks for a keyword in the newest prompt and makes that
keyword's calls in one step; once they have results it answers with these results as JSON, so that the stream itself
shows what the model was told.

    POST /agent           runs of AG-UI; the client keeps the history
    GET  /ran             the calls that really ran since this was last asked for, in order
"""

import json
import sys

import uvicorn
from pydantic import BaseModel
from pydantic_ai import Agent, DeferredToolRequests, RunContext
from pydantic_ai.messages import ModelMessage
from pydantic_ai.models.function import AgentInfo, DeltaThinkingPart, DeltaToolCall, FunctionModel
from pydantic_ai.ui import StateDeps
from pydantic_ai.ui.ag_ui import AGUIAdapter
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

FORM = {
    'questions': [
        {
            'header': 'Colour',
            'question': 'Which colour shall it have?',
            'options': [{'label': 'Red', 'description': 'As a brick'}, {'label': 'Green'}],
        }
    ]
}

# The calls of one step, by keyword. The longer keyword comes first where one holds another.
STEPS = {
    'ask and remove': [('ask_user_question', FORM), ('remove', {'path': 'old.txt'}), ('look_up', {'word': 'tide'})],
    'remove both': [('remove', {'path': 'a.txt'}), ('remove', {'path': 'b.txt'})],
    'remove': [('remove', {'path': 'old.txt'})],
    'ask': [('ask_user_question', FORM)],
    'look up': [('look_up', {'word': 'tide'})],
    'break': [('break_down', {})],
}

ran: list[list[str]] = []


class Shared(BaseModel):
    """What the page shares."""

    place: str = 'nowhere'


async def script(messages: list[ModelMessage], info: AgentInfo):
    parts = [part for message in messages for part in message.parts]
    start = max(i for i, part in enumerate(parts) if part.part_kind == 'user-prompt')
    results = [part for part in parts[start:] if part.part_kind in ('tool-return', 'retry-prompt')]
    if results:
        told = [{'tool': part.tool_name, 'outcome': getattr(part, 'outcome', 'retry'), 'content': part.content} for part in results]
        yield json.dumps(told)
        return
    prompt = str(parts[start].content).lower()
    if 'think' in prompt:
        yield {0: DeltaThinkingPart(content='Is it wise? ')}
        yield {0: DeltaThinkingPart(signature='signed')}
    calls = next((calls for keyword, calls in STEPS.items() if keyword in prompt), [])
    yield 'Let me see. ' if calls else 'Nothing to do.'
    # Ids repeat in every turn, as those of some models do.
    for number, (name, arguments) in enumerate(calls, 2):
        text = json.dumps(arguments)
        half = len(text) // 2
        yield {number: DeltaToolCall(name=name, json_args=text[:half], tool_call_id=f'call_{number}')}
        yield {number: DeltaToolCall(json_args=text[half:])}


agent = Agent(FunctionModel(stream_function=script), output_type=[str, DeferredToolRequests], deps_type=StateDeps[Shared])


@agent.tool_plain(requires_approval=True)
def remove(path: str) -> str:
    """Removes a file."""
    ran.append(['remove', path])
    return f'removed {path}'


@agent.tool
def look_up(context: RunContext[StateDeps[Shared]], word: str) -> str:
    """Looks up a word."""
    ran.append(['look_up', word])
    return f'{word} is a word {context.deps.state.place}'


@agent.tool_plain(requires_approval=True)
def break_down() -> str:
    """Fails."""
    raise RuntimeError('the disk is full')


async def run(request: Request) -> Response:
    return await AGUIAdapter.dispatch_request(request, agent=agent, deps=StateDeps(Shared()), include_usage=True)


async def what_ran(_: Request) -> Response:
    calls, ran[:] = list(ran), []
    return JSONResponse(calls)


class Announcing(uvicorn.Server):
    async def startup(self, sockets=None) -> None:
        await super().startup(sockets)
        print(self.servers[0].sockets[0].getsockname()[1], flush=True)


if __name__ == '__main__':
    routes = [Route('/agent', run, methods=['POST']), Route('/ran', what_ran)]
    config = uvicorn.Config(Starlette(routes=routes), host='127.0.0.1', port=0, log_level='warning')
    try:
        Announcing(config).run()
    except KeyboardInterrupt:
        sys.exit(0)
