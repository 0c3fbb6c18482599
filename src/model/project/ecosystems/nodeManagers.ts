import type { ProjectFacts } from '../project.ts';

/** Who installs what a package.json needs, and runs its scripts. */
export interface Manager {
  readonly name: string;
  readonly locks: readonly string[];
  readonly test: string;
  /** With a lock file. */
  readonly frozen: string;
  /** Without one, and without writing one, which would be a change of the session; null: it cannot. */
  readonly unlocked: string | null;
}

const YARN: Manager = {
  name: 'yarn',
  locks: ['yarn.lock'],
  test: 'yarn test',
  frozen: 'yarn install --frozen-lockfile',
  unlocked: 'yarn install --no-lockfile',
};

/** From version 2 on. */
const BERRY: Manager = { ...YARN, frozen: 'yarn install --immutable', unlocked: null };

const NPM: Manager = {
  name: 'npm',
  locks: ['package-lock.json', 'npm-shrinkwrap.json'],
  test: 'npm test',
  frozen: 'npm ci',
  unlocked: 'npm install --no-package-lock',
};

/** The first whose lock file is there is taken. `bun test` would be a test runner of its own. */
const MANAGERS: readonly Manager[] = [
  {
    name: 'pnpm',
    locks: ['pnpm-lock.yaml'],
    test: 'pnpm test',
    frozen: 'pnpm install --frozen-lockfile',
    unlocked: 'pnpm install --no-lockfile',
  },
  YARN,
  {
    name: 'bun',
    locks: ['bun.lock', 'bun.lockb'],
    test: 'bun run test',
    frozen: 'bun install --frozen-lockfile',
    unlocked: 'bun install --no-save',
  },
  NPM,
];

export const LOCKS: readonly string[] = MANAGERS.flatMap(({ locks }) => locks);

/**
 * The one that a project uses: by the field of package.json (`pnpm@9.1.0`) where that names one that we know, or else by the lock
 * file, or else npm.
 *
 * @param said what the field says, whatever it is
 */
export function managerOf(said: unknown, { files }: ProjectFacts): Manager {
  const [name, version = ''] = typeof said === 'string' ? said.trim().split('@') : [];
  const found =
    MANAGERS.find((manager) => manager.name === name) ??
    MANAGERS.find(({ locks }) => locks.some((lock) => files.has(lock))) ??
    NPM;
  const isBerry = found === YARN && (files.has('.yarnrc.yml') || /^(?:[2-9]|\d\d)/.test(version));
  return isBerry ? BERRY : found;
}
