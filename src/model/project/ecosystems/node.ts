import { isObject, parseJson } from '../../../base/json.ts';
import { lookUp } from '../../../base/lookUp.ts';
import { firstOf, joined, lineWith, textIn, where } from '../evidence.ts';
import type { Doubt, Ecosystem, Part, ProjectFacts } from '../project.ts';
import { chooseScripts, type Names, type Script } from '../scripts.ts';
import { LOCKS, managerOf, type Manager } from './nodeManagers.ts';

const FILE = 'package.json';
const MODULES = 'node_modules/';
/** Where builds go. One that fills a folder which git does not ignore would become part of the work. */
const DIST = 'dist/';
const BUILT = [DIST, 'build/', 'out/', 'lib/', '.next/'];

const NAMES: Names = {
  build: ['build'],
  types: ['typecheck', 'type-check', 'check-types', 'check:types', 'types:check', 'tsc'],
  lint: ['lint', 'lint:check', 'check'],
  test: ['test', 'tests', 'test:ci', 'test:run', 'test:unit'],
};

/** package.json, with npm, pnpm, Yarn or bun. */
export const node: Ecosystem = {
  reads: [FILE],
  sees: [...LOCKS, '.yarnrc.yml', '.pnp.cjs', 'pnpm-workspace.yaml'],
  fills: [MODULES, '.pnp.cjs', ...BUILT],
  find(facts) {
    if (!facts.files.has(FILE)) return null;
    const read = parseJson(textIn(facts, FILE));
    if (!isObject(read)) return { doubts: [{ doubt: 'unreadable', file: FILE, line: 1 }] };
    const manager = managerOf(read['packageManager'], facts);
    const { checks = [], doubts = [] } = scriptsOf(read, facts, manager);
    return joined([setupOf(read, facts, manager), builtWhereIgnored({ checks, doubts }, facts)]);
  },
};

function scriptsOf(read: Readonly<Record<string, unknown>>, facts: ProjectFacts, manager: Manager): Part {
  const named = read['scripts'];
  const text = textIn(facts, FILE);
  const from = Math.max((lineWith(text, /"scripts"\s*:/) ?? 1) - 1, 0);
  const below = text.split('\n').slice(from).join('\n');
  const scripts = new Map<string, Script>();
  for (const name of Object.values(NAMES).flat()) {
    const script = isObject(named) ? lookUp(named, name) : undefined;
    if (typeof script !== 'string') continue;
    const line = from + (lineWith(below, new RegExp(`"${name}"\\s*:`)) ?? 1);
    scripts.set(name, { text: script, line });
  }
  const commandOf = (name: string): string =>
    name === 'test' ? manager.test : `${manager.name} run ${name}`;
  return chooseScripts(NAMES, scripts, { file: FILE, needs: manager.name, commandOf });
}

function builtWhereIgnored(part: Required<Pick<Part, 'checks' | 'doubts'>>, { ignored }: ProjectFacts): Part {
  const build = part.checks.find(({ kind }) => kind === 'build');
  if (build === undefined || BUILT.some((folder) => ignored.has(folder))) return part;
  const { run, file, line } = build;
  const doubt: Doubt = { doubt: 'not-ignored', run, fills: DIST, file, line };
  return { checks: part.checks.filter((check) => check !== build), doubts: [...part.doubts, doubt] };
}

const NEEDS = ['dependencies', 'devDependencies', 'optionalDependencies'];

function setupOf(read: Readonly<Record<string, unknown>>, facts: ProjectFacts, manager: Manager): Part {
  const has = (key: string): boolean => {
    const value = read[key];
    return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
  };
  const needs = NEEDS.some(has) || has('workspaces') || facts.files.has('pnpm-workspace.yaml');
  if (!needs) return {};
  const lock = firstOf(facts, manager.locks);
  const run = lock === null ? manager.unlocked : manager.frozen;
  const file = lock ?? FILE;
  if (run === null) {
    const fills = manager.locks[0] ?? '';
    return { doubts: [{ doubt: 'not-ignored', run: `${manager.name} install`, fills, file, line: 1 }] };
  }
  // Yarn may keep packages elsewhere, and says where in this file.
  const isPlugged = facts.files.has('.pnp.cjs') || facts.ignored.has('.pnp.cjs');
  const { found, doubts } = where(facts, isPlugged ? [] : [MODULES], {
    kind: 'setup',
    run,
    file,
    line: 1,
    needs: manager.name,
  });
  return { setup: found, doubts };
}
