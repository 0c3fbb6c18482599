import { parseJson } from '../../base/json.ts';

/** What a repository's root tells about its tests. */
export interface ProjectFacts {
  /** The text of package.json; null if there is no readable one. */
  readonly packageJson: string | null;
  /** Names of the files beside it. */
  readonly beside: readonly string[];
}

/** How a project is tested, as far as package.json tells. */
export interface ProjectTests {
  /** The command that runs its tests; null if none is given. */
  readonly test: string | null;
  /** What a new working tree needs before they run; null if nothing, or unknown. */
  readonly setup: string | null;
}

interface Manager {
  readonly name: string;
  readonly locks: readonly string[];
  readonly test: string;
  readonly setup: string;
}

/** The first whose lock file exists, or else npm. `bun test` would be a test runner of its own. */
const MANAGERS: readonly Manager[] = [
  {
    name: 'pnpm',
    locks: ['pnpm-lock.yaml'],
    test: 'pnpm test',
    setup: 'pnpm install --frozen-lockfile',
  },
  { name: 'yarn', locks: ['yarn.lock'], test: 'yarn test', setup: 'yarn install' },
  {
    name: 'bun',
    locks: ['bun.lock', 'bun.lockb'],
    test: 'bun run test',
    setup: 'bun install --frozen-lockfile',
  },
  {
    name: 'npm',
    locks: ['package-lock.json', 'npm-shrinkwrap.json'],
    test: 'npm test',
    setup: 'npm ci',
  },
];

/** The placeholder of `npm init`: not a test, it always fails. */
const NONE_SPECIFIED = /\bno test(s)? specified\b/i;

/** Finds out how a project is tested. Never throws, and takes no command from the file, only that there is one. */
export function projectTests({ packageJson, beside }: ProjectFacts): ProjectTests {
  // An invalid file names no tests; npm reports what is wrong with it.
  const read = asObject(parseJson((packageJson ?? '').replace(/^\uFEFF/, '')));
  const manager = managerOf(read['packageManager'], beside);
  if (manager === undefined) return { test: null, setup: null };
  const script = asObject(read['scripts'])['test'];
  const isTest = typeof script === 'string' && script.trim() !== '' && !NONE_SPECIFIED.test(script);
  const needs = ['dependencies', 'devDependencies'].some(
    (key) => Object.keys(asObject(read[key])).length > 0,
  );
  const isLocked = manager.locks.some((lock) => beside.includes(lock));
  return { test: isTest ? manager.test : null, setup: needs && isLocked ? manager.setup : null };
}

/** From the field (`pnpm@9.1.0`), or else by the lock file. */
function managerOf(said: unknown, beside: readonly string[]): Manager | undefined {
  const name = typeof said === 'string' ? said.trim().split('@')[0] : undefined;
  return (
    MANAGERS.find((manager) => manager.name === name) ??
    MANAGERS.find(({ locks }) => locks.some((lock) => beside.includes(lock))) ??
    MANAGERS.at(-1)
  );
}

const asObject = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
