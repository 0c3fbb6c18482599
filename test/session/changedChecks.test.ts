import { expect, test } from 'vitest';
import { terminalWarning } from '../../src/cli/output/terminalNotice.ts';
import { DEMO, stage, type Flow, type Stage } from '../support/session.ts';

const world = { settings: { baselineMs: 60_000 } };
const flow: Flow = {
  schema: 3,
  phases: [
    { id: 'one', artifacts: ['result.md'] },
    { id: 'two', artifacts: ['result.md'], checks: [{ run: ['make', 'test'], name: 'tests' }] },
  ],
};
const begun = async (script: string): Promise<Stage> => {
  const s = await stage(flow, { world });
  await s.repo.write('Makefile', 'test:\n\t@echo tested\n');
  await s.repo.git('add', '-A');
  await s.repo.git('commit', '-qm', 'tests');
  await s.agent.part('one', script);
  return s;
};

test('an agent that makes the check of another phase mean nothing does not get checks passed, and the file is named', async () => {
  const s = await begun("usual; printf 'test:\\n\\t@true\\n' > Makefile; echo more > src.txt");
  expect((await s.start()).reason).toBe('completed');
  const status = await s.api.status(DEMO);
  expect([status.checked, ...status.phases.map(({ checked }) => checked)]).toEqual([
    'changed',
    'nothing',
    'changed',
  ]);
  expect(status.phases[1]?.checks).toEqual([
    { name: 'tests', outcome: 'passed', before: 'passed', changed: ['Makefile'] },
  ]);
  expect(status.warnings.map(terminalWarning)).toEqual([
    'the check "tests" passed, but what it runs was changed in this session: Makefile',
  ]);
  expect(await s.repo.git('log', '-1', '--format=%s', 'cairn/demo')).toBe(
    'cairn: two is done, checks changed',
  );
  expect(await s.repo.git('show', 'cairn/demo:.cairn/sessions/demo/STATUS.md')).toMatch(
    /\| two .*\| changed/,
  );
  const landed = await s.api.land(DEMO, { branch: 'x', notRed: true });
  expect(landed).toMatchObject({ checked: 'changed' });
  expect(s.told()).toContain(
    'The check "tests" passed, but what it runs was changed in this session: Makefile.',
  );
  const message = await s.repo.git('log', '-1', '--format=%B', 'x');
  expect(message).toContain('tests (make test): passed, but what it runs was changed in this');
  expect(message).toContain('The session is done, checks changed.');
  expect(await s.violations()).toEqual([]);
});

test('one that leaves that alone gets it, and so does one that puts it back', async () => {
  const s = await begun('usual; echo more > src.txt');
  expect((await s.start()).reason).toBe('completed');
  expect((await s.api.status(DEMO)).checked).toBe('passed');
  const back = await begun("usual; printf 'test:\\n\\t@true\\n' > Makefile");
  await back.agent.part(
    'two',
    'usual; git checkout -q main -- Makefile || git checkout -q master -- Makefile',
  );
  expect((await back.start()).reason).toBe('completed');
  expect((await back.api.status(DEMO)).checked).toBe('passed');
});

test('in place, what a person had changed before the session began is theirs', async () => {
  const s = await begun('usual; echo more > src.txt');
  await s.repo.write('Makefile', 'test:\n\t@echo mine\n');
  expect((await s.start({ inPlace: true })).reason).toBe('completed');
  expect((await s.api.status(DEMO)).checked).toBe('passed');
});

test('a hostile branch of a thousand files named as no terminal shows them is told in one line', async () => {
  const s = await begun(
    'usual; mkdir -p a; i=0; while [ $i -lt 300 ]; do printf x > "a/$(printf \'\\033\')[2J$i.mk"; i=$((i+1)); done',
  );
  expect((await s.start()).reason).toBe('completed');
  const { warnings, phases } = await s.api.status(DEMO);
  expect(phases[1]?.checks[0]?.changed).toHaveLength(20);
  const [said = ''] = warnings.map(terminalWarning);
  expect(said).toMatch(/and 17 more$/);
  expect(said.length).toBeLessThan(300);
  // eslint-disable-next-line no-control-regex
  expect(said).not.toMatch(/[\u0000-\u001f]/);
});

test('an agent that writes down that its check was red before anything was changed is not believed', async () => {
  const check = { run: 'test ! -f broken', name: 'suite', red: 'as-before' };
  const s = await stage(
    { schema: 3, phases: [{ id: 'one', retries: 0, artifacts: ['result.md'], checks: [check] }] },
    { world },
  );
  const file = '"$(git rev-parse --git-common-dir)/cairn/demo/baseline.json"';
  await s.agent.part(
    'one',
    `usual; touch broken; sed -i s/passed/failed/ ${file} && grep -q failed ${file} && touch ../../forged`,
  );
  expect((await s.start()).reason).toBe('blocked');
  expect(await s.repo.look('../forged')).not.toBeNull();
  expect((await s.api.status(DEMO)).phases[0]?.checks).toMatchObject([
    { outcome: 'failed', before: 'passed' },
  ]);
});
