/**
 * The rest of the tests, `npm run test:thorough`: every row tagged `thorough`, and the soaks and fuzz cases with seeds of their
 * own. In an order that the seed decides, as much as the time allows: `--seed S`, `--minutes M`, `--list`.
 */
import { globSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Count } from './countTests.ts';
import { EDITOR, inMemory, program, runParts, suite, type Part } from './runTests.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    minutes: { type: 'string' },
    list: { type: 'boolean', default: false },
  },
});
const seed = Number(values.seed ?? Date.now() % 1_000_000_000);
const minutes = Number(values.minutes ?? Infinity);
if (!Number.isSafeInteger(seed) || seed < 0 || !(minutes > 0)) throw new Error('--seed N, --minutes M');

interface Piece extends Part {
  /** What it takes at most on two quiet cores: it is not begun when less is left. */
  readonly minutes: number;
}

const soak = (what: string, many: number, most: number): Piece => ({
  name: `soak --${what} ${many} --seed ${seed}`,
  minutes: most,
  run: () =>
    inMemory((env) =>
      program(`soak of ${what}`, ['scripts/soak.ts', `--${what}`, String(many), '--seed', String(seed)], env),
    ),
});

const PROGRAMS: readonly Piece[] = [
  soak('kills', 200, 3),
  soak('owners', 100, 3),
  soak('copies', 10, 3),
  soak('saves', 100, 3),
  soak('reads', 20_000, 1),
  {
    name: `properties, seed ${seed}`,
    minutes: 6,
    run: () =>
      inMemory((env) =>
        suite('properties', [...filesThatSay(/from 'fast-check'/), '--tags-filter=!thorough'], {
          ...env,
          CAIRN_SEED: String(seed),
        }),
      ),
  },
  {
    name: 'fuzz 20000',
    minutes: 5,
    run: () => inMemory((env) => program('fuzz', ['test/soak/fuzzMain.ts', '20000'], env)),
  },
];

/** The files with rows that are tagged (`test/support/thorough.ts`), or tagged whole, one after the other. */
const ROWS = filesThatSay(/support\/thorough\.ts'|@module-tag thorough/).map((file): Piece => ({
  name: file,
  minutes: 4,
  run: () => rowsOf(file),
}));

/** What `npm test` plays on twins (`test/support/memoryStage.ts`), on real git, files and processes. */
const REAL = filesThatSay(/support\/(memoryStage|twoClones)\.ts'/).map((file): Piece => ({
  name: `${file} on the real thing`,
  minutes: 3,
  run: () =>
    inMemory((env) => suite(file, [file, '--tags-filter=!thorough'], { ...env, CAIRN_STAGE: 'real' })),
}));

function filesThatSay(words: RegExp): readonly string[] {
  return globSync('test/**/*.{test,editor}.ts')
    .filter((file) => words.test(readFileSync(file, 'utf8')))
    .map((file) => file.replaceAll('\\', '/'));
}

function rowsOf(file: string): Count {
  const args = [file, '--tags-filter=thorough'];
  return file.endsWith('.editor.ts')
    ? suite(file, [...EDITOR, ...args])
    : inMemory((env) => suite(file, args, env));
}

/** The same order for the same seed. */
function shuffled(pieces: readonly Piece[]): readonly Piece[] {
  const rank = (name: string): number => {
    let value = seed ^ 0x9e3779b9;
    for (const letter of name) value = Math.imul(value ^ (letter.codePointAt(0) ?? 0), 0x01000193);
    return value >>> 0;
  };
  return pieces.toSorted((one, other) => rank(one.name) - rank(other.name));
}

const pieces = shuffled([...PROGRAMS, ...ROWS, ...REAL]);
const ends = Date.now() + minutes * 60_000;
console.log(
  `To repeat it: npm run test:thorough -- --seed ${seed}${values.minutes === undefined ? '' : ` --minutes ${minutes}`}`,
);
if (values.list) for (const { name } of pieces) console.log(name);
else runParts(pieces, (piece) => Date.now() + piece.minutes * 60_000 <= ends);
