import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { scriptedModel, type ScriptedModel } from '../support/model/scriptedModel.ts';
import { runsThenDone, whenAsked, writesThenDone } from '../support/model/scripts.ts';
import { call, cut, fail, say, stall } from '../support/model/turn.ts';
import { eventually } from '../support/realProcesses.ts';
import { received, wireRequests, type Question } from './wireRequests.ts';

describe.each(Object.keys(wireRequests))('as a model behind %s', (format) => {
  const ask = (model: ScriptedModel, question: Question): Promise<Response> => {
    const request = wireRequests[format]?.(question);
    if (request === undefined) throw new Error(`no format ${format}`);
    return fetch(model.url + request.path, { method: 'POST', body: JSON.stringify(request.body) });
  };
  const reply = async (model: ScriptedModel, question: Question): Promise<string> =>
    (await ask(model, question)).text();

  test.each([true, false])('it says what the script says (streamed: %s)', async (stream) => {
    const model = await scriptedModel([say('a sentence in two halves')]);
    const raw = await reply(model, { asked: 'hello', stream });
    expect(received(format, raw)).toEqual({ text: 'a sentence in two halves', calls: [] });
    expect(raw.startsWith('{')).toBe(!stream);
  });

  test.each([true, false])('it calls the tools of the script (streamed: %s)', async (stream) => {
    const model = await scriptedModel([call({ name: 'write', input: { filePath: '/f.md', content: 'c' } })]);
    const raw = await reply(model, { asked: 'hello', stream });
    expect(received(format, raw).calls).toEqual(['write']);
    expect(raw).toContain('/f.md');
  });

  test('a file is written with the tool that is offered, and then it is done', async () => {
    const model = await scriptedModel(writesThenDone({ '/plan.md': 'the plan' }));
    expect(await reply(model, { asked: 'plan it' })).toContain('/plan.md');
    expect(received(format, await reply(model, { asked: 'plan it', result: 'written' })).text).toBe('done');
  });

  test('a new question after a result begins anew, and what an agent adds to a result is none', async () => {
    const model = await scriptedModel(writesThenDone({ '/plan.md': 'the plan' }));
    const result = 'refused';
    expect(await reply(model, { asked: 'plan', result, next: 'again' })).toContain('/plan.md');
    expect(received(format, await reply(model, { asked: 'plan', result, added: 'a reminder' })).text).toBe(
      'done',
    );
  });

  test('a script sees what came back from a tool', async () => {
    const seen: (readonly string[])[] = [];
    const model = await scriptedModel(({ results }) => {
      seen.push(results);
      return say('done');
    });
    await reply(model, { asked: 'plan' });
    await reply(model, { asked: 'plan', result: 'written' });
    expect(seen).toEqual([[], ['written']]);
  });

  test('which script it follows depends on what was asked', async () => {
    const model = await scriptedModel(
      whenAsked({ 'phase plan': () => say('planned'), 'phase build': () => say('built') }),
    );
    expect(received(format, await reply(model, { asked: 'this is phase build' })).text).toBe('built');
    expect(received(format, await reply(model, { asked: 'this is phase plan' })).text).toBe('planned');
    // The words are the user's, not those of the instructions.
    model.play(whenAsked({ 'be brief': () => say('wrong') }));
    expect(received(format, await reply(model, { asked: 'something' })).text).toBe('done');
  });

  test('a request without tools gets a short text and uses no turn', async () => {
    const model = await scriptedModel([say('first'), say('second')]);
    expect(received(format, await reply(model, { asked: 'a title', tools: false })).text).toBe(
      'A short title',
    );
    expect(received(format, await reply(model, { asked: 'go' })).text).toBe('first');
    expect(received(format, await reply(model, { asked: 'go' })).text).toBe('second');
    expect(received(format, await reply(model, { asked: 'go' })).text, 'the last one stays').toBe('second');
    expect(model.requests.map(({ got }) => got)).toEqual(['side', 'reply', 'reply', 'reply']);
  });

  test('errors carry their status, their message and how long to wait', async () => {
    const model = await scriptedModel([fail(429, { retryAfter: 7 }), fail(429), fail(401), fail(500)]);
    const limited = await ask(model, { asked: 'go' });
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '7']);
    expect(await limited.json()).toMatchObject({ error: { message: 'scripted 429' } });
    expect((await ask(model, { asked: 'go' })).headers.get('retry-after')).toBe(null);
    expect((await ask(model, { asked: 'go' })).status).toBe(401);
    expect((await ask(model, { asked: 'go' })).status).toBe(500);
  });

  test.each([true, false])('a cut reply breaks off in its middle (streamed: %s)', async (stream) => {
    const model = await scriptedModel([cut(say('never to be heard in full'))]);
    const response = await ask(model, { asked: 'go', stream });
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow('terminated');
  });

  test('a stall sends headers, and its reply when it is released', async () => {
    const model = await scriptedModel([stall(say('at last'))]);
    const response = await ask(model, { asked: 'go' });
    expect(response.status).toBe(200);
    await model.stalled();
    const text = response.text();
    model.release();
    expect(received(format, await text).text).toBe('at last');
  });

  test('every request is recorded as it came', async () => {
    const model = await scriptedModel([say('yes')]);
    const { path, body } = wireRequests[format]?.({ asked: 'ümläut' }) ?? { path: '', body: {} };
    await reply(model, { asked: 'ümläut' });
    expect(model.requests).toMatchObject([
      {
        path: new URL(path, model.url).pathname,
        body,
        bytes: Buffer.byteLength(JSON.stringify(body)),
        got: 'reply',
      },
    ]);
  });
});

test('what is no request to a model is answered with 404 and recorded', async () => {
  const model = await scriptedModel([say('yes')]);
  expect((await fetch(`${model.url}/v1/models`)).status).toBe(404);
  expect(model.requests).toMatchObject([{ path: '/v1/models', body: null, got: 'unknown' }]);
});

const aCall = z.object({ function: z.object({ arguments: z.string() }) });

describe('the tools of agents differ', () => {
  const ask = async (model: ScriptedModel, name: string, ...inputs: readonly string[]): Promise<Response> => {
    const properties = Object.fromEntries(inputs.map((input) => [input, { type: 'string' }]));
    const tools = [{ type: 'function', function: { name, parameters: { type: 'object', properties } } }];
    const body = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'go' }], tools });
    return fetch(`${model.url}/v1/chat/completions`, { method: 'POST', body });
  };
  const called = async (response: Promise<Response>): Promise<string> =>
    z
      .object({ choices: z.tuple([z.object({ message: z.object({ tool_calls: z.tuple([aCall]) }) })]) })
      .parse(await (await response).json()).choices[0].message.tool_calls[0].function.arguments;

  test('a file is written and a command is run by the names that the offered tool has', async () => {
    const model = await scriptedModel(writesThenDone({ '/f.md': 'c' }));
    const file = (...args: [string, ...string[]]): Promise<string> => called(ask(model, ...args));
    expect(await file('write', 'filePath', 'content')).toBe('{"filePath":"/f.md","content":"c"}');
    expect(await file('write_file', 'file_path', 'content')).toBe('{"file_path":"/f.md","content":"c"}');
    model.play(runsThenDone('ls'));
    expect(await file('bash', 'command')).toBe('{"command":"ls"}');
    expect(await file('run_shell_command', 'command', 'is_background')).toBe(
      '{"command":"ls","is_background":false}',
    );
  });

  test('a script that finds no tool to write with tells the agent so', async () => {
    const model = await scriptedModel(writesThenDone({ '/f.md': 'c' }));
    const answer = await ask(model, 'look', 'path');
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('none of write, write_file is offered, but look');
  });
});

test('an agent that hangs up ends its stall', async () => {
  const model = await scriptedModel([stall()]);
  const { path, body } = wireRequests['OpenAI chat']?.({ asked: 'go' }) ?? { path: '', body: {} };
  const leaving = new AbortController();
  const { signal } = leaving;
  const hanging = fetch(model.url + path, { method: 'POST', body: JSON.stringify(body), signal });
  await model.stalled();
  leaving.abort();
  await expect(hanging.then((response) => response.text())).rejects.toThrow('aborted');
  const hangs = async (): Promise<boolean> =>
    Promise.race([model.stalled().then(() => true), sleep(20).then(() => false)]);
  expect(await eventually(async () => !(await hangs()))).toBe(true);
});

test('what Gemini reports as the error of a tool is its result', async () => {
  const seen: string[] = [];
  const model = await scriptedModel(({ results }) => {
    seen.push(...results);
    return say('done');
  });
  const functionResponse = { name: 'read', response: { error: 'the file is ignored' } };
  const body = JSON.stringify({
    contents: [
      { role: 'user', parts: [{ text: 'go' }] },
      { role: 'user', parts: [{ functionResponse }] },
    ],
    tools: [{ functionDeclarations: [{ name: 'read' }] }],
  });
  await fetch(`${model.url}/v1beta/models/m:generateContent`, { method: 'POST', body });
  expect(seen).toEqual(['the file is ignored']);
});

test.each([
  [
    '/v1/chat/completions',
    { model: 'm', messages: [{ role: 'assistant' }, { role: 'user', content: 'go' }] },
  ],
  ['/v1/responses', { model: 'm', input: 'go' }],
  ['/v1/messages', { model: 'm', messages: [{ role: 'user', content: 'go' }] }],
  ['/v1beta/models/m:generateContent', { contents: [{ parts: [{ text: 'go' }] }] }],
])('the least that can be asked at %s is answered', async (path, body) => {
  const model = await scriptedModel([say('unused')]);
  const answer = await fetch(model.url + path, { method: 'POST', body: JSON.stringify(body) });
  expect(await answer.text()).toContain('A short title');
});

test('closing cuts what hangs', async () => {
  const model = await scriptedModel([stall()]);
  const { path, body } = wireRequests['OpenAI chat']?.({ asked: 'go' }) ?? { path: '', body: {} };
  const response = await fetch(model.url + path, { method: 'POST', body: JSON.stringify(body) });
  const text = response.text();
  await model.dispose();
  await expect(text).rejects.toThrow('terminated');
});
