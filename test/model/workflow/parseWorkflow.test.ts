import * as fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseWorkflow } from '../../../src/model/workflow/parseWorkflow.ts';
import { damaged, hostileText } from '../hostileText.ts';
import { runsOf } from '../../support/seeds.ts';
import { THOROUGH } from '../../support/thorough.ts';

/** `line:column message` of each problem. */
function problems(text: string): readonly string[] {
  const read = parseWorkflow('feature.yaml', text);
  return read.ok ? [] : read.error.map(({ line, column, message }) => `${line}:${column} ${message}`);
}
const phase = (lines: string): string => `schema: 1\nname: w\nphases:\n  - id: a\n    ${lines}\n`;
const first = (lines: string): string | undefined => problems(phase(lines))[0];
const FORMAT_EXAMPLE = readFileSync('test/golden/workflow.yaml', 'utf8');

describe('parseWorkflow', () => {
  it('reads the example of the format with every default filled in', () => {
    const read = parseWorkflow('feature.yaml', FORMAT_EXAMPLE);
    expect(read).toEqual(JSON.parse(readFileSync('test/golden/workflow.json', 'utf8')));
  });

  it('takes the smallest workflow, with a byte order mark and CRLF', () => {
    const read = parseWorkflow('w.yaml', `\ufeff${phase('artifacts: [x.md]').replaceAll('\n', '\r\n')}`);
    expect(read).toMatchObject({
      ok: true,
      value: {
        name: 'w',
        isolation: 'worktree',
        branchPrefix: 'cairn/',
        agent: { kind: 'named', name: 'auto' },
        phases: [{ id: 'a', needs: [], timeoutMs: 3_600_000, packet: { budget: 2000 } }],
      },
    });
  });

  it('fills in that a phase needs the one before it, unless it says otherwise', () => {
    const read = parseWorkflow(
      'w.yaml',
      'schema: 1\nname: w\nphases:\n- {id: a, artifacts: [x]}\n- {id: b, artifacts: [x]}\n- {id: c, needs: [], artifacts: [x]}\n- {id: d, needs: [c, a], artifacts: [x]}\n',
    );
    expect(read.ok && read.value.phases.map((one) => one.needs)).toEqual([[], ['a'], [], ['c', 'a']]);
  });

  it('answers all problems at once, in file order, each with line and column', () => {
    expect(problems(readFileSync('test/golden/broken-workflow.yaml', 'utf8')).join('\n')).toBe(
      readFileSync('test/golden/broken-workflow.txt', 'utf8').trimEnd(),
    );
  });

  it('tells rules between phases beside what is wrong within them, each place once', () => {
    expect(
      problems(
        'schema: 1\nname: W\nphases:\n- {id: a, artifacts: [x, x]}\n- {id: a, retries: -1}\n- {id: c, needs: [d, 3, C, c], checks: [{run: y}]}\n',
      ),
    ).toEqual([
      '2:7 "name" must start with a-z and have only a-z, 0-9 and "-"',
      '4:26 "x" cannot be there beside "x" of the same phase',
      '5:8 the id "a" is taken by phase 1',
      '5:20 "retries" must be at least 0',
      '6:19 there is no phase "d"; did you mean "a"?',
      '6:22 entry 2 of needs must be text, not 3; put it in quotes',
      '6:25 entry 3 of needs must start with a-z and have at most 40 of a-z, 0-9 and "-"',
      '6:28 phase "c" needs itself',
    ]);
    // The id that is missing may be the one that is needed.
    expect(
      problems('schema: 1\nname: w\nphases:\n- {artifacts: [x]}\n- {id: b, needs: [a], artifacts: [x]}\n'),
    ).toEqual(['4:3 "id" is missing']);
  });

  it.each([
    ['schema: 1\nname: w\n', '1:1 "phases" is missing'],
    ['name: w\nphases: []\n', '1:1 "schema" is missing'],
    ['schema: 4\nfuture: yes\n', '1:9 this file has schema 4, this Cairn knows 3; update Cairn'],
    ['schema: "1"\nname: w\nphases: []\n', '1:9 "schema" must be 1 or 2 or 3, not "1"'],
    ['schema: 1\nname: w\nphases: []\n', '3:1 "phases" must not be empty'],
    ['schema: 1\nname: w\nname: v\nphases: []\n', '3:1 this key is here twice'],
    ['schema: 1\nname: w\nphases:\n\t- id: a\n', '4:1 not valid YAML: Tabs are not allowed as indentation'],
    ['schema: 1\n---\nschema: 1\n', '2:1 a second document begins here ("---"); the file holds one'],
    [
      'schema: 1\nname: w\nphases: !!js/function "x"\n',
      '3:9 not valid YAML: Unresolved tag: tag:yaml.org,2002:js/function',
    ],
    [`schema: 1\nname: &n w\nphases: [${'*n, '.repeat(101)}]\n`, '3:410 there are more than 100 aliases'],
    ['schema: 1\nname: *gone\nphases: []\n', '2:7 there is no anchor "&gone" above this'],
    ['schema: 1\nname: w\n[a]: 1\nphases: []\n', '3:1 a key must be a plain word'],
    ['', '1:1 the file is empty'],
    ['# only a comment\n', '1:1 the file is empty'],
    ['just text', '1:1 the file must be a block of keys, not "just text"'],
    ['- a\n- b\n', '1:1 the file must be a block of keys, not a list'],
    ['schema: 1\nname: w\nbranchPrefix: work\nphases: []\n', '3:15 "branchPrefix" must end with "/"'],
    [
      'schema: 1\nname: w\nbranchPrefix: a..b/\nphases: []\n',
      '3:15 "branchPrefix" has characters that no branch may have',
    ],
    ['schema: 1\nname: w\n__proto__: {x: 1}\nphases: []\n', '3:1 unknown key "__proto__"'],
  ])('refuses %j', (text, problem) => {
    expect(problems(text)).toContain(problem);
  });

  it.each([
    [
      'artifacts: [../x.md]',
      '5:17 entry 1 of artifacts cannot be used as a path: it leaves its folder ("..")',
    ],
    [
      'artifacts: [x/../../y]',
      '5:17 entry 1 of artifacts cannot be used as a path: it leaves its folder ("..")',
    ],
    ['artifacts: [/../x]', '5:17 entry 1 of artifacts cannot be used as a path: it leaves its folder ("..")'],
    [
      'artifacts: ["..\\\\x"]',
      '5:17 entry 1 of artifacts cannot be used as a path: it has a backslash; write "/" on every system',
    ],
    ['artifacts: ["C:/x"]', '5:17 entry 1 of artifacts cannot be used as a path: it starts with a drive'],
    ['artifacts: ["/c:/x"]', '5:17 entry 1 of artifacts cannot be used as a path: it starts with a drive'],
    [
      'artifacts: [//server/share/x]',
      '5:17 entry 1 of artifacts cannot be used as a path: it is a network path',
    ],
    [
      'artifacts: [/.git/hooks/pre-commit]',
      '5:17 entry 1 of artifacts cannot be used as a path: it reaches into .git',
    ],
    [
      'artifacts: [/sub/.GIT/config]',
      '5:17 entry 1 of artifacts cannot be used as a path: it reaches into .git',
    ],
    [
      'artifacts: [/git~1/config]',
      '5:17 entry 1 of artifacts cannot be used as a path: it reaches into .git',
    ],
    [
      'artifacts: [".g\\u200cit/x"]',
      '5:17 entry 1 of artifacts cannot be used as a path: it reaches into .git',
    ],
    ['artifacts: [/.Cairn/x]', '5:17 entry 1 of artifacts cannot be used as a path: it reaches into .cairn'],
    [
      'artifacts: [Status.MD]',
      '5:17 entry 1 of artifacts cannot be used as a path: "Status.MD" is a name that Cairn uses itself',
    ],
    [
      'artifacts: [sub/packet.md]',
      '5:17 entry 1 of artifacts cannot be used as a path: "packet.md" is a name that Cairn uses itself',
    ],
    [
      'artifacts: [phase.json]',
      '5:17 entry 1 of artifacts cannot be used as a path: "phase.json" is a name that Cairn uses itself',
    ],
    [
      'artifacts: [ledger.MD]',
      '5:17 entry 1 of artifacts cannot be used as a path: "ledger.MD" is a name that Cairn uses itself',
    ],
    [
      'artifacts: [handoff.md]',
      '5:17 entry 1 of artifacts cannot be used as a path: "handoff.md" is a name that Cairn uses itself',
    ],
    [
      'artifacts: ["PACKET.md "]',
      '5:17 entry 1 of artifacts cannot be used as a path: "PACKET.md " ends in a dot or a space, which Windows drops',
    ],
    [
      'artifacts: [nul.txt]',
      '5:17 entry 1 of artifacts cannot be used as a path: Windows reserves the name "nul.txt"',
    ],
    [
      'artifacts: ["*.md"]',
      '5:17 entry 1 of artifacts cannot be used as a path: patterns are not supported; name each file',
    ],
    ['artifacts: [/]', '5:17 entry 1 of artifacts cannot be used as a path: it is empty'],
    [
      'artifacts: [out/]',
      '5:17 entry 1 of artifacts cannot be used as a path: it names a folder, not a file',
    ],
    ['artifacts: ["a\\nb"]', '5:17 entry 1 of artifacts cannot be used as a path: it has control characters'],
    ['artifacts: [x.md, X.MD]', '5:23 "X.MD" cannot be there beside "x.md" of the same phase'],
    ['artifacts: [out, out/x.md]', '5:22 "out/x.md" cannot be there beside "out" of the same phase'],
    ['artifacts: []', '4:9 phase "a" has neither artifacts nor checks: nothing could tell when it is done'],
    ['prompt: hello', '4:9 phase "a" has neither artifacts nor checks: nothing could tell when it is done'],
    ['artifacts: [{path: x.json, schema: {minimum: .inf}}]', '5:50 JSON has no such number'],
    ['artifacts: [{path: x.json, schema: &s {items: *s}}]', '5:44 this alias contains itself'],
    [
      'checks: [{run: npm test}, {run: npm test}]',
      '5:31 two checks of this phase are called "npm test"; give this one a name of its own',
    ],
    ['checks: [{run: ""}]', '5:20 "run" must not be empty'],
    ['checks: [{run: []}]', '5:15 "run" must not be empty'],
    ['checks: [{run: x, timeout: 10}]', '5:32 "timeout" must be a number and ms, s, m or h, such as 10m'],
    ['checks: [{run: x, timeout: 0s}]', '5:32 "timeout" must be more than zero'],
    ['checks: [{run: x, timeout: 1000h}]', '5:32 "timeout" must be at most 596h'],
    ['needs: [a]\n    artifacts: [x]', '5:13 phase "a" needs itself'],
    [
      'needs: [b, b]\n    artifacts: [x]\n  - id: b\n    needs: []\n    artifacts: [x]',
      '5:16 "b" is here twice',
    ],
    [
      'needs: [bb]\n    artifacts: [x]\n  - id: b\n    artifacts: [x]',
      '5:13 there is no phase "bb"; did you mean "b"?',
    ],
    ['artifacts: [x]\n  - id: a\n    artifacts: [x]', '6:9 the id "a" is taken by phase 1'],
    [
      'needs: [c]\n    artifacts: [x]\n  - id: b\n    artifacts: [x]\n  - id: c\n    artifacts: [x]',
      '5:5 these phases wait for each other: a needs c needs b needs a',
    ],
    [
      'artifacts: [x]\n  - id: opened\n    artifacts: [x]',
      '6:9 the id "opened" stands for the beginning of a session',
    ],
    ['artifacts: [x]\n    retries: -1', '6:14 "retries" must be at least 0'],
    ['artifacts: [x]\n    packet: {budget: 2001}', '6:22 "budget" must be at most 2000'],
    ['artifacts: [x]\n    approval: true', '6:15 "approval" must be none or required, not true'],
    [
      'artifacts: [x]\n    agent: {kind: robot}',
      '6:19 "kind" must be acp or command or language-model or manual',
    ],
    ['artifacts: [x]\n    agent: {kind: command}', '6:12 "command" is missing'],
    [
      'artifacts: [x]\n    agent: {kind: command, command: [x], env: {CAIRN_PHASE: x}}',
      '6:48 "CAIRN_PHASE" must not be one of the variables that Cairn sets',
    ],
    ['artifacts: [x]\n    title: 12', '6:12 "title" must be text, not 12; put it in quotes'],
  ])('refuses a phase with %j', (lines, problem) => {
    expect(first(lines)).toBe(problem);
  });

  it('refuses paths of worktree.copy by the same rules', () => {
    expect(
      problems(
        'schema: 1\nname: w\nworktree: {copy: [.env.local, /etc/passwd, ../x, .git/config]}\nphases: [{id: a, artifacts: [x]}]\n',
      ),
    ).toEqual([
      '3:31 entry 2 of copy cannot be used as a path: it is absolute',
      '3:44 entry 3 of copy cannot be used as a path: it leaves its folder ("..")',
      '3:50 entry 4 of copy cannot be used as a path: it reaches into .git',
    ]);
  });

  it('is not slowed down or killed by alias bombs, deep nesting or sheer size', () => {
    const bomb = `a: &a [x, x]\n${'bcdefghijkl'
      .split('')
      .map((name, index) => `${name}: &${name} [*${'abcdefghijkl'[index]}, *${'abcdefghijkl'[index]}]`)
      .join('\n')}\n`;
    const from = process.cpuUsage();
    expect(problems(`${bomb}${'['.repeat(20)}`).length).toBeGreaterThan(0);
    expect(problems(bomb).length).toBeGreaterThan(0);
    expect(problems('['.repeat(100_000)).length).toBeGreaterThan(0);
    expect(problems('{a: '.repeat(20_000)).length).toBeGreaterThan(0);
    expect(problems(`x: ${'y'.repeat(2_000_000)}`)).toEqual(['1:1 the file has more than 1048576 bytes']);
    const many = Array.from({ length: 2000 }, (_, index) => `- {id: p${index}, artifacts: [x]}`).join('\n');
    expect(problems(`schema: 1\nname: w\nphases:\n${many}\n`)).toEqual([]);
    // Of the processor, since others want it, too. An alias bomb that is unfolded, or a search from every line anew, is minutes.
    const { user, system } = process.cpuUsage(from);
    expect((user + system) / 1000).toBeLessThan(15_000);
  });

  it('refuses lists that are longer than there may be, with their line, and looks at nothing else', () => {
    const phases = (count: number): string =>
      Array.from({ length: count }, (_, index) => `- {id: p${index}, artifacts: [x]}\n`).join('');
    const words = (count: number): string =>
      Array.from({ length: count }, (_, index) => `q${index}`).join(',');
    const head = 'schema: 2\nname: w\nphases:\n';
    expect(problems(`${head}${phases(2001)}- {id: A}\n`)).toEqual([
      '3:1 "phases" has 2002 entries, and may have 2000',
    ]);
    expect(problems(`${head}- id: a\n  artifacts: [${words(120_000)}]\n`)).toEqual([
      '5:3 "artifacts" has 120000 entries, and may have 1000',
    ]);
    expect(problems(`${head}- id: a\n  artifacts: [a]\n  checks: [${words(101)}]\n`)).toEqual([
      '6:3 "checks" has 101 entries, and may have 100',
    ]);
    expect(problems(`${head}- {id: a, needs: [${words(2001)}]}\n`)).toEqual([
      '4:11 "needs" has 2001 entries, and may have 2000',
    ]);
  });

  it('takes no longer for what asks about all phases than for reading it', THOROUGH, () => {
    const loops = Array.from(
      { length: 1500 },
      (_, index) =>
        `- {id: p${index},artifacts: [a.json]${index === 0 ? '' : `,forEach: {file: p0/a.json},loop: {to: p${index},until: {file: p${index}/a.json,exists: true},max: 2}`}}`,
    ).join('\n');
    const unknown = Array.from(
      { length: 60 },
      (_, at) =>
        `- {id: q${at},artifacts: [x],needs: [${Array.from({ length: 1900 }, (_each, need) => `z${(at * 1900 + need).toString(36)}`).join(',')}]}`,
    ).join('\n');
    const from = process.cpuUsage();
    expect(problems(`schema: 2\nname: w\nphases:\n${loops}\n`)).toEqual([]);
    expect(problems(`schema: 2\nname: w\nphases:\n${loops}\n${unknown}\n`)).toHaveLength(50);
    const { user, system } = process.cpuUsage(from);
    expect((user + system) / 1000).toBeLessThan(20_000);
  });

  it('never throws, whatever it is given, and always says where', () => {
    fc.assert(
      fc.property(fc.oneof(hostileText, damaged(FORMAT_EXAMPLE)), (text) => {
        const read = parseWorkflow('w.yaml', text);
        if (!read.ok)
          expect(
            read.error.length > 0 &&
              read.error.every(({ line, column, message }) => line >= 1 && column >= 1 && message !== ''),
          ).toBe(true);
      }),
      { numRuns: runsOf(200, 1000) },
    );
  });
});
