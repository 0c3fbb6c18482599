import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { ChatModels } from '../../src/session/ports.ts';
import { openWorld } from '../../src/runner/openWorld.ts';
import { findRun } from '../../src/runner/run.ts';
import { createRunsHere, type RunsHere } from '../../src/runner/runsHere.ts';
import { startRun } from '../../src/runner/startRun.ts';
import { readRunner } from '../../src/runner/runFolder.ts';
import type { CairnApi } from '../../src/session/api.ts';
import { PLAIN_RESUME } from '../../src/session/api/run.ts';
import { gitRepo, type GitRepo } from '../support/gitRepo.ts';
import { calls, finishes, type Reply } from '../support/chatReplies.ts';
import { scriptedChat } from '../support/scriptedChat.ts';
import { DEMO, flowText, START } from '../support/session.ts';
import { silentLog } from '../support/silentLog.ts';

interface Window {
  readonly api: CairnApi;
  readonly here: RunsHere;
  readonly commonDir: string;
  start(): ReturnType<typeof startRun>;
  resume(): ReturnType<typeof startRun>;
}

const FLOW = flowText({ agent: 'vscode', phases: [{ id: 'one', artifacts: ['/made.md'] }] });
const repository = (flow = FLOW): Promise<GitRepo> =>
  gitRepo({ 'README.md': 'hello\n', '.cairn/workflows/flow.yaml': flow });

/** What `extension.ts` puts together, without an editor. */
async function openWindow(repo: GitRepo, chatModels: ChatModels): Promise<Window> {
  const shared = { env: repo.env, log: silentLog, chatModels };
  const world = await openWorld(repo.root, { ...shared, onProgress: () => undefined });
  const here = createRunsHere((folder, options) => openWorld(folder, { ...options, ...shared }), silentLog);
  onTestFinished(async () => {
    await here.dispose();
    await world.dispose();
  });
  const { api, commonDir } = world;
  const options = { folder: repo.root, commonDir, env: repo.env };
  return {
    api,
    here,
    commonDir,
    start: () => startRun(api, { verb: 'start', options: START }, here, options, () => undefined),
    resume: () =>
      startRun(api, { verb: 'resume', session: DEMO, options: PLAIN_RESUME }, here, options, () => undefined),
  };
}

const write: Reply = [calls('1', 'write_file', { path: 'made.md', content: 'made\n' })];

test('a session with a phase for a language model is carried by the window, and is done', async () => {
  const repo = await repository();
  const window = await openWindow(repo, scriptedChat([write, [finishes()]]));
  const { session, ended } = await window.start();
  expect(session).toBe(DEMO);
  expect(await ended).toMatchObject({ reason: 'completed', session: DEMO });
  expect(await window.api.agentsAhead({ verb: 'start', options: START })).toEqual(['language-model']);
  expect(await window.api.agentsAhead({ verb: 'resume', session: DEMO, options: PLAIN_RESUME })).toEqual([]);
  expect(
    JSON.parse((await repo.git('show', 'cairn/demo:.cairn/sessions/demo/01-one/phase.json')) ?? ''),
  ).toMatchObject({
    agent: { kind: 'language-model', name: 'vscode', version: null, model: 'test/one' },
    usage: { inputTokens: expect.any(Number) as number, totalTokens: null },
  });
  // The window lives on, the run does not.
  expect(await findRun(window.commonDir, DEMO)).toBeNull();
});

/** A model for two conversations at once: none is answered before both have been asked. */
function chatOfTwo(): ChatModels {
  const asked = new Set<string>();
  const { promise: both, resolve } = Promise.withResolvers<void>();
  const models = scriptedChat([]);
  return {
    ...models,
    async find(wanted) {
      const model = await models.find(wanted);
      return model === null
        ? null
        : {
            ...model,
            async *send(messages) {
              const [, side = ''] = /You are (left|right)/.exec(JSON.stringify(messages)) ?? [];
              const again = asked.has(side);
              if (asked.add(side).size === 2) resolve();
              await both;
              yield again
                ? finishes()
                : calls('1', 'write_file', { path: `${side}.md`, content: `${side}\n` });
            },
          };
    },
  };
}

test('two language models work at once in one window, each in its worktree', async () => {
  const phases = ['left', 'right'].map((id) => ({
    id,
    needs: [],
    prompt: `You are ${id}.`,
    artifacts: [`/${id}.md`],
  }));
  const repo = await repository(flowText({ schema: 2, parallel: 2, agent: 'vscode', phases }));
  const window = await openWindow(repo, chatOfTwo());
  expect(await (await window.start()).ended).toMatchObject({ reason: 'completed' });
  for (const id of ['left', 'right']) expect(await repo.git('show', `cairn/demo:${id}.md`)).toBe(id);
  expect(await window.api.verify(DEMO)).toMatchObject([{ violations: [] }]);
});

test('others see the run as any other, and whoever wants it killed asks the window to stop it', async () => {
  const repo = await repository();
  const window = await openWindow(repo, scriptedChat([['never']]));
  const { ended } = await window.start();
  await expect.poll(async () => (await window.api.list()).length, { timeout: 60_000 }).toBe(1);
  const run = await findRun(window.commonDir, DEMO);
  expect(await readRunner(run?.folder ?? '')).toMatchObject({ pid: process.pid, shared: true });
  expect(await readFile(join(run?.folder ?? '', 'runner.log'), 'utf8')).toContain('window of VS Code');
  await run?.kill();
  expect(await ended).toMatchObject({ reason: 'interrupted' });
  expect(await findRun(window.commonDir, DEMO)).toBeNull();
});

test('a window that closes interrupts what it carries: the session can be resumed at once, and elsewhere it is said where', async () => {
  const repo = await repository();
  const first = await openWindow(repo, scriptedChat([write, ['never']]));
  const { ended } = await first.start();
  await expect
    .poll(() => repo.look(`../${basename(repo.root)}.worktrees/demo/made.md`), { timeout: 60_000 })
    .toBe('made\n');
  await first.here.dispose();
  expect(await ended).toMatchObject({ reason: 'interrupted' });

  const terminal = await openWorld(repo.root, { env: repo.env, log: silentLog, onProgress: () => undefined });
  onTestFinished(() => terminal.dispose());
  await expect(terminal.api.resume(DEMO, PLAIN_RESUME, new AbortController().signal)).rejects.toMatchObject({
    code: 'machine/agent-in-window',
    details: { agent: 'vscode' },
  });

  const second = await openWindow(repo, scriptedChat([[finishes()]]));
  expect(await (await second.resume()).ended).toMatchObject({ reason: 'completed' });
  expect(await second.api.verify(DEMO)).toMatchObject([{ violations: [] }]);
});
