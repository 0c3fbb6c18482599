import { baseName } from './baseName.ts';

/** What a simple command starts, as far as its words say. */
interface Started {
  /** Programs by their names, and those that it runs them by. */
  readonly tools: readonly string[];
  /** Files of the project that it runs. */
  readonly paths: readonly string[];
  /** Lines that a shell in it runs. */
  readonly lines: readonly string[];
}

const NOTHING: Started = { tools: [], paths: [], lines: [] };

const SHELLS: ReadonlySet<string> = new Set(['sh', 'bash', 'dash', 'zsh', 'ksh', 'source', '.']);
const words = (text: string): readonly string[] => text.split(' ');
/** Who runs a file that is named first. */
const RUNS_FILE: ReadonlySet<string> = new Set([
  ...SHELLS,
  ...words('node python python3 ruby php perl deno tsx ts-node pwsh'),
]);
/** Who runs the program that is named behind it: `npx vitest`, `uv run pytest`, `bundle exec rake`. */
const RUNS_PROGRAM: ReadonlySet<string> = new Set([
  ...words('npx bunx pnpx npm pnpm yarn bun env time nice xvfb-run cross-env dotenv sudo exec command'),
  ...words('uv poetry pipenv pdm hatch rye bundle bundler coverage python python3 c8 nyc'),
]);
const BETWEEN: ReadonlySet<string> = new Set(['run', 'exec', 'dlx', 'x', '-m', '--']);
const DEEPEST = 4;

export function startedBy(command: readonly string[], depth = 0): Started {
  const [first, ...rest] = command;
  if (first === undefined) return NOTHING;
  const tool = baseName(first).replace(/\.(?:exe|cmd|bat)$/i, '');
  const own = first.includes('/') ? [fromRoot(first)] : [];
  const inner = RUNS_PROGRAM.has(tool) && depth < DEEPEST ? startedBy(behind(rest), depth + 1) : NOTHING;
  const line = SHELLS.has(tool) && /^-[a-z]*c$/.test(rest[0] ?? '') ? rest[1] : undefined;
  const run = RUNS_FILE.has(tool) ? fileIn(rest) : [];
  return {
    tools: [tool, ...run.map(baseName), ...inner.tools],
    paths: [...own, ...run, ...inner.paths],
    lines: [...(line === undefined ? [] : [line]), ...inner.lines],
  };
}

const fromRoot = (path: string): string => path.replace(/^(?:\.\/)+/, '');

/** Behind options, words such as `run`, and assignments: the program that is meant. */
function behind(rest: readonly string[]): readonly string[] {
  const at = rest.findIndex((word) => !word.startsWith('-') && !BETWEEN.has(word) && !/^\w+=/.test(word));
  return at === -1 ? [] : rest.slice(at);
}

/** Files behind options are what is tested: of `node --test a.test.js` nothing says what is run. */
const fileIn = ([first]: readonly string[]): readonly string[] =>
  first === undefined || first.startsWith('-') ? [] : [fromRoot(first)];

/** Scripts of a project that a command calls. */
interface Called {
  readonly file: string;
  readonly names: readonly string[];
  /** It may be of any package below, not of the root alone. */
  readonly anywhere: boolean;
}

const SHORT: ReadonlyMap<string, string> = new Map([
  ['t', 'test'],
  ['tst', 'test'],
]);
const RUN: ReadonlySet<string> = new Set(['run', 'run-script', 'rum', 'urn']);
const ELSEWHERE =
  /^(?:--prefix|-C|--cwd|--dir|-w|--workspaces?|-ws|-r|--recursive|--filter|-F|--working-dir|-d|workspaces?|foreach)(?:=|$)/;

/** Null: it calls none. */
export function scriptsOf([first = '', ...rest]: readonly string[]): Called | null {
  const tool = baseName(first);
  const isComposer = tool === 'composer';
  if (!isComposer && !['npm', 'yarn', 'pnpm', 'bun'].includes(tool)) return null;
  const named = rest.filter((word) => !word.startsWith('-') && !RUN.has(word));
  return {
    file: isComposer ? 'composer.json' : 'package.json',
    // Which of them is the name only the package manager knows: an option may take one.
    names: named.slice(0, 4).map((word) => SHORT.get(word) ?? word),
    anywhere: rest.some((word) => ELSEWHERE.test(word)),
  };
}
