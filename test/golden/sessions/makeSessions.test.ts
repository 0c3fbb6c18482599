import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished, test } from 'vitest';
import type { SessionId, Timestamp } from '../../../src/model/names/ids.ts';
import { openWorld } from '../../../src/runner/openWorld.ts';
import type { CairnApi } from '../../../src/session/api.ts';
import { PLAIN_RESUME } from '../../../src/session/api/run.ts';
import { createApi } from '../../../src/session/createApi.ts';
import type { Clock } from '../../../src/session/ports.ts';
import { gitRepo, type GitRepo } from '../../support/gitRepo.ts';
import { START } from '../../support/session.ts';
import { silentLog } from '../../support/silentLog.ts';
import { testerAgent } from './testerAgent.ts';

// Sources know no version: that of the release is what the sessions must say.
const { version } = JSON.parse(
  await readFile(new URL('../../../package.json', import.meta.url), 'utf8'),
) as { readonly version: string };

const FLOW = (phases: string): string => `schema: 1\nname: flow\nagent: tester\nphases:\n${phases}`;
const ONE = '  - {id: one, artifacts: [out.md]}\n';
const FLOWS = {
  plain: FLOW(`${ONE}  - {id: two, artifacts: [{path: out.md, headings: [Result]}], checks: [{run: "true"}]}\n`),
  building: FLOW(`${ONE}  - {id: two, artifacts: [out.md], approval: required}\n  - {id: three, artifacts: [out.md], checks: [{run: test -e ok.txt}]}\n`),
  asking: FLOW(`  - {id: one, artifacts: [out.md], approval: required}\n  - {id: two, artifacts: [out.md]}\n`),
};

/** A second goes by with every look at it. */
function steppingClock({ monotonic, sleep }: Clock): Clock {
  let at = Date.parse('2026-11-20T10:00:00.000Z');
  return { monotonic, sleep, now: () => new Date((at += 1000)).toISOString() as Timestamp };
}

type Story = (world: { readonly api: CairnApi; readonly repo: GitRepo; readonly id: SessionId }) => Promise<void>;

const start = async ({ api, id }: Parameters<Story>[0], workflow: string, over = {}): Promise<void> => {
  await api.start({ ...START, workflow, id, request: 'Say hello.\nIn two phases.', ...over }, new AbortController().signal);
};

const STORIES: Readonly<Record<string, Story>> = {
  done: async (world) => start(world, 'plain'),
  waiting: async (world) => start(world, 'asking'),
  approved: async (world) => {
    await start(world, 'asking');
    await world.api.approve(world.id, null, 'As it should be.');
  },
  blocked: async (world) => start(world, 'plain', { request: 'Make nothing in two.' }),
  // Trees of checkpoints with work that is not done, and with work that was sent back.
  working: async (world) => {
    const resume = async (): Promise<unknown> =>
      world.api.resume(world.id, PLAIN_RESUME, new AbortController().signal);
    await start(world, 'building', { request: 'Build it.' });
    await world.api.reject(world.id, null, 'Once more.');
    await resume();
    await world.api.approve(world.id, null, 'As it should be.');
    await resume();
  },
  restored: async (world) => {
    await start(world, 'plain');
    await world.repo.write(`../repo.worktrees/${world.id}/later.txt`, 'not captured yet\n');
    await world.api.restore(world.id, { to: 'one' }, { dryRun: false });
  },
  'in-place': async (world) => {
    await world.repo.write('mine.txt', 'uncommitted\n');
    await start(world, 'plain', { inPlace: true, until: 'one' });
  },
  'cut-off': async (world) => {
    const stop = new AbortController();
    await world.api.start({ ...START, workflow: 'plain', id: world.id, request: 'Stop in two.', until: 'one' }, stop.signal);
    // As a crash leaves it: the journal of an attempt that nobody ended.
    const folder = join(world.repo.root, '.git/cairn', world.id);
    const before = await world.repo.git('rev-parse', `cairn/${world.id}`);
    const line = { type: 'attempt-begun', at: '2026-11-20T10:01:00.000Z', phase: 'two', attempt: 1, tip: before, resumed: false, head: before, agent: 'tester', agentKind: 'command' };
    await writeFile(join(folder, 'journal.jsonl'), `${JSON.stringify(line)}\n`);
  },
};

/** What the machine remembered, with its own folder as `@ROOT@`. */
async function stateOf(repo: GitRepo, id: string): Promise<Record<string, string>> {
  const files = ['about.json', 'journal.jsonl', 'published'];
  const entries = await Promise.all(
    files.map(async (name) => [name, await readFile(join(repo.root, '.git/cairn', id, name), 'utf8').catch(() => '')] as const),
  );
  return Object.fromEntries(entries.map(([name, text]) => [name, text.replaceAll(repo.root, '@ROOT@')]));
}

test.runIf(process.env['CAIRN_MAKE_SESSIONS'] === '1').each(Object.entries(STORIES))('%s', async (name, story) => {
  const repo = await gitRepo({
    'README.md': 'hello\n',
    '.cairn/workflows/plain.yaml': FLOWS.plain,
    '.cairn/workflows/asking.yaml': FLOWS.asking,
    '.cairn/workflows/building.yaml': FLOWS.building,
  });
  const env = { PATH: process.env['PATH'], HOME: '/nonexistent-home', USER: 'ada' };
  const opened = await openWorld(repo.root, { log: silentLog, onProgress: () => {}, env, extraAgents: [testerAgent] });
  onTestFinished(() => opened.dispose());
  const id = `golden-${name}` as SessionId;
  const api = createApi({
    ...opened.world,
    clock: steppingClock(opened.world.clock),
    engine: `cairn/${version}`,
  });
  await story({ api, repo, id });
  const folder = new URL(`./${version}/`, import.meta.url).pathname;
  await mkdir(folder, { recursive: true });
  const refs = (await repo.git('for-each-ref', '--format=%(refname)', `refs/heads/cairn/${id}`, `refs/cairn/${id}`)).split('\n');
  await repo.git('bundle', 'create', '-q', join(folder, `${name}.bundle`), 'main', ...refs);
  if (name === 'cut-off')
    await writeFile(join(folder, `${name}.state.json`), `${JSON.stringify(await stateOf(repo, id), null, 2)}\n`);
});
