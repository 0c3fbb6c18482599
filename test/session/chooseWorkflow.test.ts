import { describe, expect, test } from 'vitest';
import { stage } from '../support/memoryStage.ts';
import { refusal } from '../support/refusal.ts';
import { byHand, chain, DEMO, flowText, type Flow, type Stage } from '../support/session.ts';

const CONFIG = '.cairn/config.yaml';
const OWN: Flow = { phases: [{ id: 'mine', checks: [{ run: 'test -d .' }] }] };

/** A repository that says by itself how it is worked on. No agent is there: a person does what a workflow leaves open. */
const onStage = async (files: Readonly<Record<string, string>> = {}): Promise<Stage> =>
  byHand(await stage(chain('one'), { files }));

const phasesOf = async (s: Stage): Promise<readonly string[]> =>
  (await s.api.status(DEMO)).phases.map(({ id }) => id);

describe('where nobody names a workflow', () => {
  test('a session follows feature of Cairn, without a file and without a question', async () => {
    const s = await onStage();
    await s.start({ workflow: null, until: 'plan' });
    expect(await phasesOf(s)).toEqual(['plan', 'implement', 'verify']);
  });

  test('it follows the one of Cairn that .cairn/config.yaml names, without a question', async () => {
    const s = await onStage({ [CONFIG]: 'workflow: fix\n' });
    await s.start({ workflow: null, until: 'reproduce' });
    expect(await phasesOf(s)).toEqual(['reproduce', 'fix', 'verify']);
  });

  test('one that a person names goes before what the file says', async () => {
    const s = await onStage({ [CONFIG]: 'workflow: nosuch\n' });
    await s.start({ workflow: 'flow' });
    expect(await phasesOf(s)).toEqual(['one']);
  });

  test('a file that is wrong, or names none that is there, is refused with its line, and nothing is taken instead', async () => {
    const s = await onStage({ [CONFIG]: '# how we work\nworkflow: nosuch\n' });
    const { details } = await refusal(s.start({ workflow: null }), 'workflow/config');
    expect(details.problems).toEqual([
      {
        file: CONFIG,
        line: 2,
        column: 11,
        message: 'there is no workflow "nosuch"; there are flow, feature, fix, refactor, review',
      },
    ]);
    await s.repo.write(CONFIG, 'workflows: fix\n');
    await refusal(s.start({ workflow: null }), 'workflow/config');
    await s.repo.write(CONFIG, 'workflow: flow\n');
    await s.repo.write('.cairn/workflows/flow.yaml', 'name: flow\n');
    await refusal(s.start({ workflow: null }), 'workflow/invalid');
    expect(await s.api.list()).toEqual([]);
  });

  test('a file that is larger than such a file can be is not read', async () => {
    const s = await onStage({ [CONFIG]: `# ${'x'.repeat(70_000)}\nworkflow: fix\n` });
    const { details } = await refusal(s.start({ workflow: null }), 'workflow/config');
    expect(details.problems[0]?.message).toBe('it has 70017 bytes, at most 65536 are read');
  });

  test('a link in the place of the file is not followed', async () => {
    const s = await onStage({ 'elsewhere.yaml': 'workflow: flow\n', '.cairn/x': '' });
    await s.repo.link(CONFIG, '../elsewhere.yaml');
    const { details } = await refusal(s.start({ workflow: null }), 'workflow/config');
    expect(details.problems[0]?.message).toBe('it is a link, and must be a file');
  });
});

describe('a workflow of the repository that nobody named', () => {
  const FILES = {
    [CONFIG]: 'workflow: own\n',
    '.cairn/workflows/own.yaml': flowText({ ...OWN, name: 'own' }),
  };

  test('runs nothing before a person has seen what it runs: by .cairn/config.yaml', async () => {
    const s = await onStage(FILES);
    const before = await s.repo.everything();
    const { details } = await refusal(s.start({ workflow: null }), 'data/unseen-commands');
    expect(details).toMatchObject({
      because: 'config',
      file: '.cairn/workflows/own.yaml',
      commands: [
        { phase: 'mine', does: 'agent' },
        { phase: 'mine', does: 'check', what: 'test -d .' },
      ],
    });
    expect(await s.repo.everything()).toEqual(before);
    await refusal(s.start({ workflow: null, trust: true, shown: 'sha256:other' }), 'data/unseen-commands');
    await s.start({ workflow: null, trust: true, shown: details.hash });
    expect(await phasesOf(s)).toEqual(['mine']);
  });

  test('runs nothing before that either in the place of the one that comes with Cairn', async () => {
    const s = await onStage({ '.cairn/workflows/feature.yaml': flowText({ ...OWN, name: 'feature' }) });
    const { details } = await refusal(s.start({ workflow: null }), 'data/unseen-commands');
    expect(details.because).toBe('own');
    await refusal(s.api.previewStart({ ...NOTHING, workflow: null }), 'data/unseen-commands');
    await s.start({ workflow: null, trust: true });
    expect(await phasesOf(s)).toEqual(['mine']);
  });

  test('runs nothing before that either where a person has said the name of one that comes with Cairn; its path is a yes', async () => {
    const file = '.cairn/workflows/fix.yaml';
    const s = await onStage({ [file]: flowText({ ...OWN, name: 'fix' }) });
    const { details } = await refusal(s.start({ workflow: 'fix' }), 'data/unseen-commands');
    expect(details).toMatchObject({ because: 'own', file });
    await s.start({ workflow: `./${file}` });
    expect(await phasesOf(s)).toEqual(['mine']);
    await s.start({ workflow: 'fix', id: 'again' });
  });

  test('needs no yes where it is what Cairn would write there, by init', async () => {
    const s = await onStage({ 'package.json': JSON.stringify({ scripts: { test: 'test -d .' } }) });
    const file = '.cairn/workflows/feature.yaml';
    const { text } = await s.api.shipped('feature');
    await s.repo.write(file, text);
    await s.start({ workflow: null, until: 'plan' });
    await s.repo.write(file, text.replace('run: npm test', 'run: curl evil'));
    await refusal(s.start({ workflow: null, id: 'other' }), 'data/unseen-commands');
  });

  test('shows the files of a person that it would copy', async () => {
    const flow = { ...OWN, name: 'own', worktree: { copy: ['.env'] } };
    const s = await onStage({ ...FILES, '.cairn/workflows/own.yaml': flowText(flow) });
    const { details } = await refusal(s.start({ workflow: null }), 'data/unseen-commands');
    expect(details.commands).toContainEqual({ phase: null, does: 'copies', what: '.env' });
  });

  test('is asked about once: what this clone has run already begins without a question, until it runs something else', async () => {
    const s = await onStage(FILES);
    await s.start({ workflow: 'own' });
    await s.start({ workflow: null, id: 'again' });
    const other = { ...OWN, name: 'own', phases: [{ id: 'mine', checks: [{ run: 'test -e .' }] }] };
    await s.repo.write('.cairn/workflows/own.yaml', flowText(other));
    await refusal(s.start({ workflow: null, id: 'third' }), 'data/unseen-commands');
  });

  test('needs no yes where it runs nothing', async () => {
    const flow = { phases: [{ id: 'mine', agent: 'manual' }], name: 'own' };
    const s = await onStage({ ...FILES, '.cairn/workflows/own.yaml': flowText(flow) });
    expect((await s.start({ workflow: null })).reason).toBe('waiting');
  });
});

const NOTHING = {
  request: 'x',
  id: 'other',
  inPlace: false,
  base: null,
  withChanges: false,
  until: null,
  byHand: true,
};
