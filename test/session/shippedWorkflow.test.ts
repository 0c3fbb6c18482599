import { describe, expect, test } from 'vitest';
import { NO_COMMANDS } from '../../src/model/workflow/shipped/commands.ts';
import { composeWorkflow } from '../../src/model/workflow/shipped/composeWorkflow.ts';
import { SHIPPED, type ShippedName } from '../../src/model/workflow/shipped/shipped.ts';
import { stage } from '../support/memoryStage.ts';
import { refusal } from '../support/refusal.ts';
import { byHand, chain, DEMO, flowText, type Flow, type Stage } from '../support/session.ts';

const TESTED = JSON.stringify({ scripts: { test: 'test ! -e fails' }, dependencies: { a: '1' } });
const OWN: Flow = {
  phases: [{ id: 'only', checks: [{ run: 'test -d .', name: 'a folder', timeout: '90s' }] }],
};

/** No agent is there: a person does what a workflow leaves open. */
const onStage = async (files: Readonly<Record<string, string>> = {}, flow = chain('one')): Promise<Stage> =>
  byHand(await stage(flow, { files }));

const followed = (s: Stage): Promise<string> =>
  s.repo.git('show', `cairn/demo:.cairn/sessions/${DEMO}/workflow.yaml`);

describe('a workflow that comes with Cairn', () => {
  test('is listed after those of the repository, but for a name that one of those has', async () => {
    const s = await onStage({ '.cairn/workflows/fix.yaml': flowText({ ...chain('mine'), name: 'fix' }) });
    expect((await s.api.workflows()).map(({ name, file }) => [name, file !== null])).toEqual([
      ['fix', true],
      ['flow', true],
      ['feature', false],
      ['refactor', false],
      ['review', false],
    ]);
  });

  test('begins without a file: the session has its text, with the commands of the project, the repository no file', async () => {
    const s = await onStage({ 'package.json': TESTED, '.gitignore': 'node_modules/\n' });
    const before = await s.repo.everything();
    await s.start({ workflow: 'fix', until: 'reproduce' });
    expect(s.progress).toContainEqual({ type: 'setup', command: 'npm install --no-package-lock' });
    const text = await followed(s);
    expect(text).toContain('name: fix\n');
    expect(text).toContain('    - npm install --no-package-lock   # package.json\n');
    expect(text.match(/- run: npm test   # package\.json\n/g)).toHaveLength(2);
    expect(await s.repo.everything()).toEqual(before);
    expect(await s.repo.git('ls-tree', '-r', '--name-only', 'cairn/demo', '.cairn/workflows')).toBe(
      '.cairn/workflows/flow.yaml',
    );
    // It follows no file here, so none is said to have changed.
    expect((await s.api.status(DEMO)).warnings).toEqual([]);
  });

  test('takes the commands of the commit that it begins from, or of the files that it takes along', async () => {
    const s = await onStage({ 'package.json': TESTED, '.gitignore': 'node_modules/\n' });
    const base = await s.repo.git('rev-parse', 'HEAD');
    await s.repo.write('package.json', JSON.stringify({ scripts: { lint: 'eslint .' } }));
    const runs = async (over: object): Promise<readonly string[]> => {
      await s.start({ workflow: 'fix', until: 'reproduce', ...over });
      const text = await s.repo.git(
        'show',
        `cairn/${'id' in over ? String(over.id) : DEMO}:.cairn/sessions/${'id' in over ? String(over.id) : DEMO}/workflow.yaml`,
      );
      return [...text.matchAll(/- run: (.*?)   #/g)].map(([, run = '']) => run);
    };
    expect(await runs({ id: 'from-head' })).toEqual(['npm test', 'npm test']);
    expect(await runs({ id: 'with-changes', withChanges: true })).toEqual(['npm run lint', 'npm run lint']);
    await s.repo.commit('lint');
    expect(await runs({ id: 'from-base', base })).toEqual(['npm test', 'npm test']);
    expect(await runs({ id: 'from-lint' })).toEqual(['npm run lint', 'npm run lint']);
  });

  test('is the repository’s own where that has one of its name, and refused where that is broken', async () => {
    const s = await onStage({
      '.cairn/workflows/feature.yml': flowText({ ...chain('mine'), name: 'feature' }),
    });
    await s.start({ workflow: 'feature', trust: true });
    expect((await s.api.status(DEMO)).phases.map(({ id }) => id)).toEqual(['mine']);
    await s.repo.write('.cairn/workflows/fix.yaml', 'name: fix\n');
    await refusal(s.start({ workflow: 'fix', trust: true, id: 'other' }), 'workflow/invalid');
  });

  test('is not meant where something that cannot be read has its name', async () => {
    const s = await onStage({ '.cairn/workflows/fix.yaml/x': '' });
    const { details } = await refusal(s.start({ workflow: 'fix' }), 'workflow/not-found');
    expect(details.known).toEqual(['flow', 'feature', 'refactor', 'review']);
    expect((await s.api.workflows()).map(({ name }) => name)).toEqual(details.known);
  });

  test('in place does its tasks one by one, and in worktrees at once', async () => {
    const s = await onStage();
    await s.start({ workflow: 'refactor', until: 'plan' });
    expect(await followed(s)).toMatch(/^parallel: 3 /m);
    const there = await onStage();
    await there.start({ workflow: 'refactor', until: 'plan', inPlace: true });
    expect(await followed(there)).not.toMatch(/^parallel:/m);
  });

  test('names are told where there is no such workflow', async () => {
    const s = await onStage();
    const { details } = await refusal(s.start({ workflow: 'fetaure' }), 'workflow/not-found');
    expect(details.known).toEqual(['flow', ...Object.keys(SHIPPED)]);
  });
});

test('a session that goes on with one of them runs its own commands, whatever the project says by now', async () => {
  const s = await onStage({ 'package.json': TESTED }, OWN);
  await s.agent.part('only', 'exit 1');
  expect((await s.start()).reason).toBe('blocked');
  await refusal(s.resume({ workflow: 'fix' }), 'repo/plan-changed');
  await s.resume({ workflow: 'fix', acceptPlan: true, until: 'reproduce' });
  const text = await followed(s);
  expect(text).toContain('name: fix\n');
  expect(text).toContain('      - run: test -d .\n        name: a folder\n        timeout: 90s\n');
  expect(text).not.toContain('run: npm');
});

describe('where the suite is red before anything is changed', () => {
  const begun = async (name: ShippedName, parts: Readonly<Record<string, string>>): Promise<Stage> => {
    const checks = [{ run: 'test -f fixture', file: null }];
    const text = composeWorkflow(name, { ...NO_COMMANDS, checks }).replace('agent: auto ', 'agent: player ');
    const s = await stage(text, { world: { settings: { baselineMs: 60_000 } } });
    for (const [of, script] of Object.entries(parts)) await s.agent.part(of, script);
    await s.start(name === 'fix' ? {} : { approve: ['plan'] });
    return s;
  };
  const ends = async (s: Stage): Promise<readonly string[]> =>
    (await s.api.status(DEMO)).phases.map(({ id, status }) => `${id} ${status}`);
  const page = (name: string, ...headings: readonly string[]): string =>
    `printf '${headings.map((heading) => `## ${heading}\\ntext\\n`).join('')}' > "$CAIRN_PHASE_DIR/${name}"`;
  const SUMMARY = page('summary.md', 'Changed', 'Not as planned', 'Cause', 'Change');

  test('a feature is gone on with, and told which check was red', async () => {
    const plan = page('plan.md', 'Done when', 'Steps', 'Risks');
    const s = await begun('feature', { plan, implement: SUMMARY, verify: 'true' });
    expect((await ends(s)).slice(0, 2)).toEqual(['plan done', 'implement done']);
    expect(await s.agent.prompt('implement')).toContain(
      '`test -f fixture` failed with exit code 1. It may fail still',
    );
  });

  test('a fix has to make it green, or asks', async () => {
    const reproduce = page('reproduction.md', 'How to see it', 'Expected', 'Cause');
    const s = await begun('fix', { reproduce, fix: SUMMARY });
    expect((await ends(s)).slice(0, 2)).toEqual(['reproduce done', 'fix waiting']);
    expect(await s.agent.prompt('fix')).toContain('It has to pass when you end.');
  });
});
