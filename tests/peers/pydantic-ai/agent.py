"""A Pydantic AI agent behind its Vercel AI adapter, on 127.0.0.1.

    python agent.py

prints the port that it listens on. The model is a script: it looks for a keyword in the newest prompt and makes that
keyword's calls in one step; once they have results it answers with these results as JSON, so that the stream itself
shows what the model was told.

    POST /chat?sdk=6      the UI message stream of AI SDK 6, or 7
    GET  /ran             the calls that really ran since this was last asked for, in order
"""

import asyncio
import json
import sys

import uvicorn
from pydantic_ai import Agent, DeferredToolRequests
from pydantic_ai.messages import ModelMessage
from pydantic_ai.models.function import AgentInfo, DeltaToolCall, FunctionModel
from pydantic_ai.tools import ToolDefinition
from pydantic_ai.toolsets import ExternalToolset
from pydantic_ai.ui.vercel_ai import VercelAIAdapter
from pydantic_ai_harness import AskUser
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
COLOURS = {'question': 'Which colour?', 'options': ['red', 'green']}

# The calls of one step, by keyword. The longer keyword comes first where one holds another.
STEPS = {
    'ask and remove': [('ask_person', COLOURS), ('remove', {'path': 'old.txt'}), ('look_up', {'word': 'tide'})],
    'remove both': [('remove', {'path': 'a.txt'}), ('remove', {'path': 'b.txt'})],
    'remove': [('remove', {'path': 'old.txt'})],
    'fill in': [('ask_user_question', FORM)],
    'ask': [('ask_person', COLOURS)],
    'look up': [('look_up', {'word': 'tide'})],
    'break': [('break_down', {})],
}

# The calls of several steps, each made when the one before has its results.
ONE_BY_ONE = [('ask_person', COLOURS), ('remove', {'path': 'old.txt'}), ('ask_person', COLOURS)]

# How long the model rests between two words where it is asked to speak slowly, in seconds.
PACE = 0.05

ran: list[list[str]] = []


async def script(messages: list[ModelMessage], info: AgentInfo):
    parts = [part for message in messages for part in message.parts]
    start = max(i for i, part in enumerate(parts) if part.part_kind == 'user-prompt')
    results = [part for part in parts[start:] if part.part_kind in ('tool-return', 'retry-prompt')]
    prompt = str(parts[start].content).lower()
    if 'one by one' in prompt and len(results) < len(ONE_BY_ONE):
        name, arguments = ONE_BY_ONE[len(results)]
        yield f'Step {len(results) + 1}. '
        yield {0: DeltaToolCall(name=name, json_args=json.dumps(arguments), tool_call_id=f'step_{len(results) + 1}')}
        return
    if results:
        told = [{'tool': part.tool_name, 'outcome': getattr(part, 'outcome', 'retry'), 'content': part.content} for part in results]
        yield json.dumps(told)
        return
    if 'slowly' in prompt:
        for word in 'This takes its time , and more of it .'.split():
            yield f'{word} '
            await asyncio.sleep(PACE)
    calls = next((calls for keyword, calls in STEPS.items() if keyword in prompt), [])
    yield 'Let me see. ' if calls else 'Nothing to do.'
    # Ids repeat in every turn, as those of some models do.
    for number, (name, arguments) in enumerate(calls):
        text = json.dumps(arguments)
        half = len(text) // 2
        yield {number: DeltaToolCall(name=name, json_args=text[:half], tool_call_id=f'call_{number}')}
        yield {number: DeltaToolCall(json_args=text[half:])}


agent = Agent(FunctionModel(stream_function=script), output_type=[str, DeferredToolRequests])

ask_person = ExternalToolset(
    [
        ToolDefinition(
            name='ask_person',
            description='Asks the person to pick one option.',
            parameters_json_schema={
                'type': 'object',
                'properties': {'question': {'type': 'string'}, 'options': {'type': 'array', 'items': {'type': 'string'}}},
                'required': ['question', 'options'],
            },
        )
    ]
)


@agent.tool_plain(requires_approval=True)
def remove(path: str) -> str:
    """Removes a file."""
    ran.append(['remove', path])
    return f'removed {path}'


@agent.tool_plain
def look_up(word: str) -> str:
    """Looks up a word."""
    ran.append(['look_up', word])
    return f'{word} is a word'


@agent.tool_plain(requires_approval=True)
def break_down() -> str:
    """Fails."""
    raise RuntimeError('the disk is full')


async def chat(request: Request) -> Response:
    version = int(request.query_params['sdk'])
    return await VercelAIAdapter.dispatch_request(
        request, agent=agent, sdk_version=version, toolsets=[ask_person], capabilities=[AskUser(answerer=None)]
    )


async def what_ran(_: Request) -> Response:
    calls, ran[:] = list(ran), []
    return JSONResponse(calls)


class Announcing(uvicorn.Server):
    async def startup(self, sockets=None) -> None:
        await super().startup(sockets)
        print(self.servers[0].sockets[0].getsockname()[1], flush=True)


if __name__ == '__main__':
    routes = [Route('/chat', chat, methods=['POST']), Route('/ran', what_ran)]
    config = uvicorn.Config(Starlette(routes=routes), host='127.0.0.1', port=0, log_level='warning')
    try:
        Announcing(config).run()
    except KeyboardInterrupt:
        sys.exit(0)
