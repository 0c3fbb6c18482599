import * as fc from 'fast-check';
import { execFileSync } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { readLine } from '../../src/bundles/shellParser.ts';
import { OWN_BIN, OWN_KEY, type Part } from '../../src/model/agent/shell/line.ts';
import { ALLOWED } from '../model/agent/shell/allowedLines.ts';
import { temporaryFolder } from '../support/gitRepo.ts';
import { runsOf } from '../support/seeds.ts';

/** Records its words in one write, as several of them may run at once. */
const STUB = `#!/bin/sh\nprintf '%s\\0' "\${0##*/}" "$@" END >> "$RECORD"\nexit "$STATUS"\n`;
/** Runs each line as a file of its own, in a shell below this one. */
const DRIVER = `cd "$TREE" || exit 9
for file in "$LINES"/*; do
  RECORD="$RECORDS/\${file##*/}"
  export RECORD
  (. "$file") > /dev/null 2>&1 < /dev/null
done
exit 0
`;
/** Done by a shell itself, and the same in all of them; Bash can be told to leave them to programs. */
const BUILTINS = ['echo', 'false', 'pwd', 'test', 'true'];

const folder = await temporaryFolder();
const at = (name: string): string => join(folder, name);

beforeAll(async () => {
  for (const name of ['stubs', 'tree/packages/a', 'tree/packages/with space', 'tree/src', 'home'])
    await mkdir(at(name), { recursive: true });
  for (const name of ['input.txt', 'README.md']) await writeFile(at(`tree/${name}`), 'text\n');
  await writeFile(at('no-builtins'), `enable -n ${BUILTINS.join(' ')}\n`);
  await writeFile(at('driver'), DRIVER);
});

const isParsed = (line: string): boolean => readLine(line).ok;

function partsOf(line: string): readonly Part[] {
  const read = readLine(line);
  if (!read.ok) throw new Error(`${line} is not read: ${read.error}`);
  return read.value;
}

/** The words of each program that a line starts, in the order of their texts: programs of a pipe run side by side. */
const expected = (line: string, leftOut: readonly string[]): readonly string[] =>
  partsOf(line)
    .filter(({ words: [program] }) => program !== 'cd' && !leftOut.includes(program))
    .map(({ words: [program, ...words] }) => [nameOf(program), ...words.map(valueOf)].join('\0'))
    .toSorted();

const nameOf = (program: string): string =>
  program === OWN_BIN ? 'cairn-bin' : (program.split('/').at(-1) ?? '');
const valueOf = (word: string): string =>
  word.startsWith(OWN_KEY) ? `one/${word.slice(OWN_KEY.length)}` : word;

/** What a shell started for each of the lines, whose programs all end with this status. */
async function startedBy(
  shell: readonly [string, ...string[]],
  lines: readonly string[],
  status: 0 | 1,
): Promise<readonly (readonly string[])[]> {
  const run = at(`run-${Math.random()}`);
  const [written, records] = [join(run, 'lines'), join(run, 'records')];
  for (const made of [written, records]) await mkdir(made, { recursive: true });
  const numbers = lines.map((_, n) => String(n).padStart(5, '0'));
  for (const [n, line] of lines.entries()) await writeFile(join(written, numbers[n]!), line);
  const programs = new Set(lines.flatMap((line) => partsOf(line).map(({ words }) => nameOf(words[0]))));
  for (const name of programs)
    if (/^[\w.-]+$/.test(name) && name !== 'cd') {
      await writeFile(at(`stubs/${name}`), STUB);
      await chmod(at(`stubs/${name}`), 0o755);
    }
  const [program, ...options] = shell;
  execFileSync(program, [...options, at('driver')], {
    env: {
      PATH: at('stubs'),
      HOME: at('home'),
      BASH_ENV: at('no-builtins'),
      TREE: at('tree'),
      LINES: written,
      RECORDS: records,
      STATUS: String(status),
      CAIRN_BIN: at('stubs/cairn-bin'),
      CAIRN_EFFECT_KEY_PREFIX: 'one/',
    },
  });
  const told = await Promise.all(
    numbers.map((name) => readFile(join(records, name), 'utf8').catch(() => '')),
  );
  return told.map((text) => text.split('\0END\0').slice(0, -1).toSorted());
}

/** What of a run is in no part of its line, or once too often. */
function besides(run: readonly string[], parts: readonly string[]): readonly string[] {
  const left = [...parts];
  return run.filter((words) => {
    const found = left.indexOf(words);
    if (found !== -1) left.splice(found, 1);
    return found === -1;
  });
}

/** Both ways of `&&` and `||`: nothing but its parts is started, and each of them where all programs succeed or where all fail. */
async function expectTheSame(
  shell: readonly [string, ...string[]],
  lines: readonly string[],
  leftOut: readonly string[],
): Promise<void> {
  const before = await readdir(at('tree'), { recursive: true });
  const [good, bad] = [await startedBy(shell, lines, 0), await startedBy(shell, lines, 1)];
  const told = lines.map((line, n) => {
    const [parts, runs] = [expected(line, leftOut), [good[n] ?? [], bad[n] ?? []]];
    const started = new Set(runs.flat());
    return {
      line,
      besides: runs.flatMap((run) => besides(run, parts)),
      never: parts.filter((words) => !started.has(words)),
    };
  });
  expect(told.filter((one) => one.besides.length + one.never.length > 0)).toEqual([]);
  expect(await readdir(at('tree'), { recursive: true })).toEqual(before);
}

const SHELLS: readonly (readonly [string, readonly [string, ...string[]], readonly string[]])[] = [
  ['Bash', ['/bin/bash', '--noprofile', '--norc'], []],
  ['sh', ['/bin/sh'], BUILTINS],
];

describe.each(SHELLS)('what %s starts is what was judged', (_name, shell, leftOut) => {
  test('of every line that is allowed', async () => {
    const lines = ALLOWED.filter((line) => isParsed(line) && !line.startsWith('/bin/')).map((line) =>
      line.replaceAll('/repo/tree', at('tree')),
    );
    expect(lines.length).toBeGreaterThan(100);
    await expectTheSame(shell, lines, leftOut);
  });

  test('of lines that are made at random, if they are read at all', async () => {
    const count = runsOf(200, 4_000);
    const made = fc.sample(line, { numRuns: count }).filter((text) => {
      const read = readLine(text);
      // A program whose input is not there is not started; where a shell itself succeeds, what follows `||` is not.
      const isFit = ({ words: [program], reads, writes }: Part): boolean =>
        !writes && !leftOut.includes(program) && reads.every((path) => path === 'input.txt');
      return read.ok && read.value.every(isFit);
    });
    expect(made.length).toBeGreaterThan(count / 8);
    await expectTheSame(shell, [...new Set(made)], leftOut);
  });
});

/** Words and what stands between them, plain more often than not; a word a line. */
const PLAIN = `a
b-c
--opt=x
'q r'
"s t"
u'v'w
"$"x
'$(id)'
~x
HEAD~1`;
const ODD = String.raw`*
$X
$(echo z)
@echo z@
{a,b}
~
\ x
$'t'
"a\"b"
#c
a#c
!
a=b
=a
[a]
"\n"
'\'
é
"é"
%a
^
a^
2
-
--
<
>&2
2>&1
< input.txt`.replaceAll('@', '`');
const plain = fc.constantFrom(...PLAIN.split('\n'));
const odd = fc.constantFrom(...ODD.split('\n'), '\\\n', '\t');
const word = fc.oneof({ weight: 12, arbitrary: plain }, { weight: 1, arbitrary: odd });
const command = fc
  .tuple(fc.constantFrom('npm', 'ls', 'git', 'echo', "'cat'", 'true'), fc.array(word, { maxLength: 4 }))
  .map(([program, words]) => [program, ...words].join(' '));
const between = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(' && ', ' || ', '; ', ' | ', '\n', '|', '&&') },
  { weight: 1, arbitrary: fc.constantFrom(' & ', ' |& ', ';; ', ' ( ', ' } ', '\n\n', ' # ', ' \\\n') },
);
const line = fc
  .tuple(command, fc.array(fc.tuple(between, command), { maxLength: 3 }))
  .map(([first, rest]) => [first, ...rest.flat()].join(''));
