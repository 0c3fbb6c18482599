import { parseJson } from '../../base/json.ts';

/** What a repository says at its root of how it is tested. */
export interface ProjectFacts {
  /** The text of package.json; null: there is none that can be read. */
  readonly packageJson: string | null;
  /** Names of what lies beside it. */
  readonly beside: readonly string[];
}

/** How a project is tested, as far as package.json tells. */
export interface ProjectTests {
  /** The command that runs its tests; null: none is named. */
  readonly test: string | null;
  /** What a new working tree needs before they run; null: nothing, or nobody knows. */
  readonly setup: string | null;
}

interface Manager {
  readonly name: string;
  readonly locks: readonly string[];
  readonly test: string;
  readonly setup: string;
}

/** The first whose lock file is there; npm where there is none. `bun test` would be a test runner of its own. */
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

/** What `npm init` writes where nobody has named one: it is no test, it fails always. */
const NONE_SPECIFIED = /\bno test(s)? specified\b/i;

/** Reads how a project is tested; never throws, and takes no command from the file: only that there is one. */
export function projectTests({ packageJson, beside }: ProjectFacts): ProjectTests {
  // What is no JSON names no tests; npm itself says what is wrong with it.
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

/** As the field says it (`pnpm@9.1.0`), else by the lock file. */
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
