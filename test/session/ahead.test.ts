import { describe, expect, test } from 'vitest';
import { manualAgent } from '../../src/agents/manualAgent.ts';
import { parseWorkflow } from '../../src/model/workflow/parseWorkflow.ts';
import { whoWorks } from '../../src/session/open/whoWorks.ts';
import type { Agents } from '../../src/session/ports.ts';
import { stage } from '../support/memoryStage.ts';
import { refusal } from '../support/refusal.ts';
import { byHand, chain, DEMO, flowText, type Flow, type Stage } from '../support/session.ts';

const PROJECT = {
  'package.json': JSON.stringify({
    scripts: { test: 'test -d .', lint: 'test -d .' },
    dependencies: { a: '1' },
  }),
  '.gitignore': 'node_modules/\n',
};
const SETUP = 'npm install --no-package-lock';

/** No agent is there: a person does what a workflow leaves open. */
const onStage = async (files: Readonly<Record<string, string>> = PROJECT): Promise<Stage> =>
  byHand(await stage(chain('one'), { files }));

const aheadOf = (s: Stage) => s.progress.find(({ type }) => type === 'ahead');
const followed = (s: Stage, of: string = DEMO): Promise<string> =>
  s.repo.git('show', `cairn/${of}:.cairn/sessions/${of}/workflow.yaml`);

describe('what a session is going to do is said first', () => {
  test('its workflow, setup and checks, and what was found out for them', async () => {
    const s = await onStage();
    await s.start({ workflow: null, until: 'plan' });
    expect(aheadOf(s)).toMatchObject({
      workflow: { name: 'feature', file: null, because: 'default', phases: ['plan', 'implement', 'verify'] },
      setup: { run: [SETUP], from: 'project' },
      checks: { run: ['npm run lint', 'npm test'], from: 'project' },
      project: { looked: ['package.json'] },
    });
    // Before anything is made.
    expect(s.progress.findIndex(({ type }) => type === 'ahead')).toBe(0);
  });

  test('of a workflow of the repository what its file says', async () => {
    const s = await stage({
      phases: [{ id: 'one', checks: [{ run: 'test -d .' }, { run: ['test', 'a b'] }] }],
    });
    await s.start();
    expect(aheadOf(s)).toMatchObject({
      workflow: { name: 'flow', file: '.cairn/workflows/flow.yaml', because: 'named', phases: ['one'] },
      setup: { run: [], from: 'workflow' },
      checks: { run: ['test -d .', "test 'a b'"], from: 'workflow' },
      project: null,
    });
  });

  test('of what a workflow starts, copies and runs all of it, and nothing that would not be seen', async () => {
    const s = await stage({
      worktree: { copy: ['.env', 'keys'], setup: ['test\u001b[2K -d .'] },
      phases: [{ id: 'one', agent: { kind: 'command', command: ['sh', '-c', 'exit\u200b 0'] } }],
    });
    await s.start();
    expect(aheadOf(s)).toMatchObject({
      workers: [{ agent: 'sh', runs: String.raw`sh -c 'exit\u{200b} 0'` }],
      copies: ['.env', 'keys'],
      setup: { run: [String.raw`test\u{1b}[2K -d .`] },
    });
  });

  test('in place nothing is set up', async () => {
    const s = await onStage();
    await s.start({ workflow: 'fix', until: 'reproduce', inPlace: true });
    expect(aheadOf(s)).toMatchObject({ setup: null, workflow: { because: 'named' } });
  });

  test('a window sees the same before it begins', async () => {
    const s = await onStage();
    const options = { request: 'x', id: null, inPlace: false, base: null, withChanges: false, until: null };
    const { ahead } = await s.api.previewStart({
      ...options,
      workflow: null,
      commands: { checks: ['x'] },
      byHand: true,
    });
    expect(ahead).toMatchObject({ checks: { run: ['x'], from: 'said' }, setup: { run: [SETUP] } });
  });
});

describe('what is said instead', () => {
  test('stands in the workflow of the session, and what is not said stays as it was found', async () => {
    const s = await onStage();
    const odd = `make 'a: b' # "c"`;
    await s.start({ workflow: null, until: 'plan', commands: { checks: [odd, 'test -d .'] } });
    expect(aheadOf(s)).toMatchObject({
      setup: { run: [SETUP], from: 'project' },
      checks: { run: [odd, 'test -d .'], from: 'said' },
    });
    const text = await followed(s);
    expect(text).toContain(`    - ${SETUP}   # package.json\n`);
    expect(text).not.toContain('npm test');
    expect((await s.api.commands(DEMO)).commands).toContainEqual({
      phase: 'verify',
      does: 'check',
      what: odd,
    });
  });

  test('may be nothing', async () => {
    const s = await onStage();
    await s.start({ workflow: 'fix', until: 'reproduce', commands: { checks: [], setup: [] } });
    expect(aheadOf(s)).toMatchObject({ setup: { run: [], from: 'said' }, checks: { run: [], from: 'said' } });
    expect((await s.api.commands(DEMO)).commands.filter(({ does }) => does !== 'agent')).toEqual([]);
    expect(s.progress).not.toContainEqual(expect.objectContaining({ type: 'setup' }));
  });

  test('is refused where the workflow is a file, is empty, or holds a secret', async () => {
    const s = await onStage();
    const why = async (commands: object, workflow = 'fix'): Promise<unknown> =>
      (await refusal(s.start({ workflow, commands }), 'usage/invalid')).details;
    expect(await why({ checks: ['x'] }, 'flow')).toEqual({
      what: { given: 'check' },
      why: '.cairn/workflows/flow.yaml says what is run; change it there',
    });
    expect(await why({ setup: [] }, 'flow')).toMatchObject({ what: { given: 'setup' } });
    expect(await why({ checks: ['npm test', ' '] })).toEqual({
      what: { given: 'check' },
      why: 'the command is empty',
    });
    const token = ['ghp', 'aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dE3fG5'].join('_');
    expect(await why({ setup: [`curl -H "Authorization: token ${token}" x`] })).toMatchObject({
      what: { given: 'setup' },
      why: expect.stringContaining('secret') as unknown,
    });
    expect(await s.api.list()).toEqual([]);
  });
});

describe('commands found in a commit that is not part of what is checked out', () => {
  async function elsewhere(): Promise<{ readonly s: Stage; readonly base: string; readonly older: string }> {
    const s = await onStage();
    const older = await s.repo.git('rev-parse', 'HEAD');
    await s.repo.write('package.json', JSON.stringify({ scripts: { test: 'curl evil' } }));
    const base = await s.repo.commit('theirs');
    await s.repo.git('update-ref', 'refs/heads/main', older);
    return { s, base, older };
  }
  const at = (base: string, over: object = {}) => ({ workflow: 'fix', until: 'reproduce', base, ...over });

  test('are shown and asked about, whatever was run here before and whoever named the workflow', async () => {
    const { s, base } = await elsewhere();
    await s.start({ workflow: 'fix', until: 'reproduce', id: 'before', commands: { setup: [] } });
    const { details } = await refusal(s.start(at(base)), 'data/unseen-commands');
    expect(details).toMatchObject({ because: 'base', base });
    expect(details.commands).toContainEqual({ phase: 'fix', does: 'check', what: 'npm test' });
    await s.start(at(base, { trust: true, shown: details.hash }));
  });

  test('need no yes where the commit is older than what is checked out, nothing is found, or all is said', async () => {
    const { s, base, older } = await elsewhere();
    await s.start(at(base, { commands: { checks: ['test -d .'], setup: [] }, id: 'said' }));
    await s.start(at(base, { commands: { checks: [] }, id: 'none' }));
    await s.repo.write('README.md', 'x');
    await s.repo.commit('mine');
    await s.start(at(older, { id: 'older' }));
  });
});

test('a workflow of the repository is begun elsewhere without a question where a person named it', async () => {
  const s = await onStage({
    ...PROJECT,
    '.cairn/config.yaml': 'workflow: own\n',
    '.cairn/workflows/own.yaml': flowText({ ...chain('one'), name: 'own' }),
  });
  const older = await s.repo.git('rev-parse', 'HEAD');
  await s.repo.write('README.md', 'theirs');
  const base = await s.repo.commit('theirs');
  await s.repo.git('update-ref', 'refs/heads/main', older);
  await s.start({ workflow: 'own', base });
  await s.start({ workflow: null, id: 'here' });
  const { details } = await refusal(s.start({ workflow: null, base, id: 'there' }), 'data/unseen-commands');
  expect(details).toMatchObject({ because: 'base', base });
});

describe('who works', () => {
  const AUTO = { ...chain('one', 'two'), agent: 'auto' };
  const alone = (flow: Flow = AUTO): Promise<Stage> => stage(flow, { world: { agents: {} } });

  test('is said first, with the phases of each', async () => {
    const s = await stage({
      phases: [{ id: 'one' }, { id: 'two', agent: 'manual' }, { id: 'three' }],
    });
    await s.start({ until: 'one' });
    expect(aheadOf(s)).toMatchObject({
      workers: [
        { agent: 'player', kind: 'command', because: null, phases: ['one', 'three'] },
        { agent: 'manual', kind: 'manual', because: null, phases: ['two'] },
      ],
    });
  });

  test('nobody: nothing is made, and it is said why', async () => {
    const s = await alone();
    const before = await s.repo.everything();
    const { details } = await refusal(s.start(), 'machine/nobody-works');
    expect(details).toMatchObject({
      phases: ['one', 'two'],
      because: expect.stringContaining('no known agent') as unknown,
    });
    await refusal(s.api.previewStart({ ...PLAIN, workflow: 'flow' }), 'machine/nobody-works');
    expect(await s.repo.everything()).toEqual(before);
    expect(await s.api.list()).toEqual([]);
    expect(s.progress).toEqual([]);
  });

  test('a person who said so does the work: by hand, in the workflow, or as their choice for auto', async () => {
    const here = await alone();
    expect((await here.start({ byHand: true })).reason).toBe('waiting');
    expect(aheadOf(here)).toMatchObject({ workers: [{ kind: 'manual', phases: ['one', 'two'] }] });
    const said = await alone({ ...chain('one'), agent: 'manual' });
    expect((await said.start()).reason).toBe('waiting');
    const file = '.cairn/workflows/flow.yaml';
    const read = parseWorkflow(file, flowText(AUTO));
    if (!read.ok) throw new Error('not valid');
    const person = (chosenByPerson: boolean): Agents => ({
      resolve: async () => ({ ...manualAgent('because'), chosenByPerson }),
      survey: async () => [],
    });
    const loaded = { workflow: read.value, text: '', file };
    expect(await whoWorks(person(true), loaded, false)).toMatchObject([{ phases: ['one', 'two'] }]);
    await refusal(whoWorks(person(false), loaded, false), 'machine/nobody-works');
  });
});

const PLAIN = { request: 'x', id: null, inPlace: false, base: null, withChanges: false, until: null };
