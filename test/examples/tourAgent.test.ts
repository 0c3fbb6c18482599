import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { openTour, type ArtifactRules, type Tour } from './driveTour.ts';
import { THOROUGH } from '../support/thorough.ts';

/** A prompt up to where people's words stand. */
const PROMPT = '# Plan\n\nMake the failing test pass\n\n## What people said\n';
const PHASES = ['research', 'plan', 'implement', 'verify'];

describe('the sample repository', () => {
  test('has exactly one failing test, and TODO comments in most of its files', async () => {
    const tour = await openTour();
    const ended = await tour.run(['node', '--test', '--test-reporter=tap']);
    expect({ code: ended.code, failing: ended.output.match(/^\s*not ok .*$/gm) }).toEqual({
      code: 1,
      failing: [expect.stringContaining('minutes are rounded before hours are split off')],
    });
    const todos = await tour.repo.git('grep', '-nE', '// TODO', '--', 'src');
    expect(todos.split('\n')).toHaveLength(7);
  });
});

describe('the agent of the tour', () => {
  test(
    'turns the failing suite into a passing one and reports it with places that are really there',
    THOROUGH,
    async () => {
      const tour = await openTour();
      const ended: Record<string, number | null> = {};
      const broken: string[] = [];
      for (const phase of tour.phases) {
        ended[phase.id] = (await tour.attempt(phase.id)).code;
        for (const artifact of phase.artifacts) {
          broken.push(
            ...(await brokenRules(
              tour,
              phase.id,
              typeof artifact === 'string' ? { path: artifact } : artifact,
            )),
          );
        }
        broken.push(...missingHeadings(await tour.repo.read(tour.inPhase(phase.id, 'HANDOFF.md')), ['Goal']));
        for (const { run } of phase.checks ?? []) {
          if ((await tour.run(run)).code !== 0) broken.push(`${phase.id}: ${run.join(' ')}`);
        }
      }
      expect({ ended, broken }).toEqual({
        ended: { research: 0, plan: 0, implement: 0, verify: 0 },
        broken: [],
      });
      expect(await tour.repo.git('diff', '--name-only', 'HEAD', '--', '.', ':!.cairn')).toBe(
        'src/duration.js',
      );
      expect(await tour.repo.read('src/duration.js')).not.toContain('TODO(round-minutes)');

      // The report is about the code as it is now, so every place in its last section must hold a TODO.
      const report = await tour.repo.read(tour.inPhase('verify', 'report.md'));
      const left = await placesIn(tour, sectionOf(report, 'Left for later'));
      expect(left.filter((place) => !place.includes(' // TODO'))).toEqual([]);
      expect(left).toHaveLength(6);
      const fixed = "test/duration.test.js:17 test('minutes are rounded before hours are split off'";
      expect(await placesIn(tour, sectionOf(report, 'Tests'))).toContainEqual(expect.stringContaining(fixed));
    },
  );

  test('leaves the same bytes when it has to do a phase twice', THOROUGH, async () => {
    const tour = await openTour('Make the failing test pass, and resolve compass-wrap');
    const trees: [string, string][] = [];
    for (const phase of PHASES) {
      await tour.attempt(phase);
      const first = await tour.everything();
      await tour.attempt(phase);
      trees.push([first, await tour.everything()]);
    }
    expect(trees.map(([, second]) => second)).toEqual(trees.map(([first]) => first));
    expect(new Set(trees.flat()).size).toBe(PHASES.length);
  });

  test(
    'finds what explains the failing test, and takes over what a person said of the plan',
    THOROUGH,
    async () => {
      const tour = await openTour();
      await tour.attempt('research');
      const findings = await tour.repo.read(tour.inPhase('research', 'findings.md'));
      expect(await placesIn(tour, sectionOf(findings, 'What explains what'))).toEqual([
        "test/duration.test.js:17 test('minutes are rounded before hours are split off', () => {",
        'src/duration.js:14 // TODO(round-minutes): the minutes are rounded after the hours have been split off,',
      ]);
      const note = 'Do compass-wrap and date-line as well, but leave entities alone';
      // The same words in the prompt and in the record of approvals: they are said once.
      const approvals = [{ decision: 'rejected', by: 'Ada', comment: note.replace('well, ', 'well,\n') }];
      await tour.repo.write(tour.inPhase('plan', 'phase.json'), JSON.stringify({ schema: 1, approvals }));
      await tour.attempt(
        'plan',
        `${PROMPT}\n- **Rejected by Ada**: ${note}\n- Mind the soup\n\n## Next\n\nGo on.\n`,
      );

      const plan = await tour.repo.read(tour.inPhase('plan', 'plan.md'));
      expect(sectionOf(plan, 'What a person said')).toBe(`- ${note}\n- Mind the soup`);
      expect(sectionOf(plan, 'Asked for, but I do not know how')).toMatch(
        /^- src\/track\.js:\d+ date-line: /,
      );
      expect(sectionOf(plan, 'Left alone')).toContain('entities');

      const code = await tour.repo.read('src/duration.js');
      await tour.repo.write('src/duration.js', code.replaceAll('\n', '\r\n'));
      await tour.attempt('implement');
      const changed = await tour.repo.read('src/duration.js');
      expect(changed).toContain('const whole = Math.round(minutes);\r\n');
      expect(changed.replaceAll('\r\n', '')).not.toContain('\n');
      const ended = await tour.attempt('verify');
      expect(ended).toMatchObject({ code: 0, output: expect.stringContaining('23 of 23 tests pass') });
    },
  );

  test('leaves alone what it does not know, and says so', THOROUGH, async () => {
    const tour = await openTour();
    await tour.attempt('research');
    const task = { tag: 'date-line', file: 'src/track.js', line: 31, why: 'a person wrote it in' };
    await tour.repo.write(tour.inPhase('plan', 'tasks.json'), JSON.stringify([task]));
    const code = (await tour.repo.read('src/duration.js')).replace(
      'Math.round(minutes % 60)',
      'minutes % 60',
    );
    await tour.repo.write('src/duration.js', code);

    expect((await tour.attempt('implement')).output).toContain(
      'left alone: I know no resolution for date-line',
    );
    const known = { ...task, tag: 'round-minutes', file: 'src/duration.js', line: 14 };
    await tour.repo.write(tour.inPhase('plan', 'tasks.json'), JSON.stringify([known]));
    expect((await tour.attempt('implement')).output).toContain(
      'left alone: the code below TODO(round-minutes) is not the code I know',
    );
    expect(await tour.repo.read('src/duration.js')).toBe(code);
    expect(await tour.attempt('verify')).toMatchObject({
      code: 1,
      output: expect.stringContaining('It does not hold: 20 of 22 tests pass'),
    });
  });

  test('refuses what it cannot do with a sentence and an exit code', async () => {
    const tour = await openTour();
    expect(await tour.attempt('deploy')).toEqual({
      code: 2,
      output: 'I do not know a phase called "deploy". I know research, plan, implement, verify.\n',
    });
    expect(await tour.attempt('plan')).toEqual({
      code: 1,
      output: 'The phase "research" has left no survey.json to work from.\n',
    });
    expect(await tour.run(['node', '.cairn/agent.mjs'])).toMatchObject({
      code: 2,
      output: expect.stringMatching(/^CAIRN_PHASE is not set\. Cairn starts this agent/),
    });
  });
});

/** Which of its rules an artifact breaks, as the gate would see it. */
async function brokenRules(tour: Tour, phase: string, rules: ArtifactRules): Promise<string[]> {
  const content = await tour.repo.look(tour.inPhase(phase, rules.path));
  if (content === null || content.trim() === '') return [`${phase}: ${rules.path} is missing or empty`];
  const broken = missingHeadings(content, rules.headings ?? []);
  if (Buffer.byteLength(content) < (rules.minBytes ?? 1)) broken.push('too short');
  if (rules.schema !== undefined) {
    const ajv = new Ajv();
    if (!ajv.validate(rules.schema, JSON.parse(content))) broken.push(ajv.errorsText());
  }
  return broken.map((rule) => `${phase}: ${rules.path}: ${rule}`);
}

const missingHeadings = (page: string, headings: readonly string[]): string[] =>
  headings.filter((heading) => sectionOf(page, heading) === '').map((heading) => `nothing below ${heading}`);

/** What stands below a heading, up to the next one of any level. */
function sectionOf(page: string, heading: string): string {
  const lines = page.split('\n');
  const start = lines.findIndex((line) => /^#+ /.test(line) && line.replace(/^#+ /, '') === heading);
  if (start === -1) return '';
  const below = lines.slice(start + 1);
  const end = below.findIndex((line) => /^#+ /.test(line));
  return below
    .slice(0, end === -1 ? below.length : end)
    .join('\n')
    .trim();
}

/** Every `file:line` in a text with the beginning of what really stands there. */
async function placesIn(tour: Tour, page: string): Promise<string[]> {
  const places = [...new Set(page.match(/[\w/.]+\.js:\d+/g))];
  return Promise.all(
    places.map(async (place) => {
      const [file = '', line] = place.split(':');
      const code = (await tour.repo.read(file)).split('\n')[Number(line) - 1];
      return `${place} ${code?.trim()}`;
    }),
  );
}
