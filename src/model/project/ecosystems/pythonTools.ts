import { lineWith, textIn } from '../evidence.ts';
import type { CheckKind, ProjectFacts } from '../project.ts';

/** A tool that a project is configured for. */
export interface Tool {
  readonly kind: CheckKind;
  /** What is typed behind the way to start it; the first word is its package. */
  readonly words: string;
  readonly file: string;
  readonly line: number;
}

/** Where a tool is configured: a file of its own, or a section of another one. */
type Place = readonly [file: string, section: RegExp | null];

const PYTEST: readonly Place[] = [
  ['pytest.ini', null],
  ['conftest.py', null],
  ['pyproject.toml', /^\s*\[tool\.pytest\b/],
  ['setup.cfg', /^\[tool:pytest\]/],
  ['tox.ini', /^\[pytest\]/],
];
const RUFF: readonly Place[] = [
  ['ruff.toml', null],
  ['.ruff.toml', null],
  ['pyproject.toml', /^\s*\[tool\.ruff\b/],
];
const MYPY: readonly Place[] = [
  ['mypy.ini', /^\[mypy\]/],
  ['.mypy.ini', /^\[mypy\]/],
  ['pyproject.toml', /^\s*\[tool\.mypy\]/],
  ['setup.cfg', /^\[mypy\]/],
];

/** Files that pip installs as they are. */
export const REQUIREMENTS: readonly string[] = [
  'requirements.txt',
  'requirements-dev.txt',
  'requirements_dev.txt',
  'requirements-test.txt',
  'dev-requirements.txt',
  'test-requirements.txt',
];
const NAMING = ['pyproject.toml', 'Pipfile', 'setup.cfg', 'setup.py', ...REQUIREMENTS];

/** Where tools are configured and named. */
export const CONFIGURED: { readonly reads: readonly string[]; readonly sees: readonly string[] } = {
  reads: [...NAMING, 'tox.ini', 'mypy.ini', '.mypy.ini'],
  sees: ['pytest.ini', 'conftest.py', 'ruff.toml', '.ruff.toml'],
};

/** The tools of a project that are configured and named among what it needs; pytest also where it is one of the two. */
export function toolsOf(facts: ProjectFacts): readonly Tool[] {
  const found: Tool[] = [];
  const mypy = configuredAt(facts, MYPY);
  if (mypy !== null && namedAt(facts, 'mypy') !== null && namesFiles(facts, mypy))
    found.push({ kind: 'types', words: 'mypy', ...mypy });
  const ruff = configuredAt(facts, RUFF);
  if (ruff !== null && namedAt(facts, 'ruff') !== null)
    found.push({ kind: 'lint', words: 'ruff check', ...ruff });
  const pytest = configuredAt(facts, PYTEST) ?? namedAt(facts, 'pytest');
  if (pytest !== null) found.push({ kind: 'test', words: 'pytest', ...pytest });
  return found;
}

type At = Pick<Tool, 'file' | 'line'>;

function configuredAt(facts: ProjectFacts, places: readonly Place[]): At | null {
  for (const [file, section] of places) {
    if (!facts.files.has(file)) continue;
    const line = section === null ? 1 : lineWith(textIn(facts, file), section);
    if (line !== null) return { file, line };
  }
  return null;
}

/** Without files in its configuration mypy asks for them, and nobody can know which. */
const namesFiles = (facts: ProjectFacts, at: At): boolean =>
  lineWith(below(facts, at), /^\s*(?:files|packages|modules)\s*=/) !== null;

/** What stands below the heading of a section, until the next one. */
function below(facts: ProjectFacts, { file, line }: At): string {
  const lines = textIn(facts, file).split('\n').slice(line);
  const end = lines.findIndex((each) => /^\s*\[{1,2}[\w.:"-]+\]{1,2}\s*$/.test(each.slice(0, 200)));
  return (end === -1 ? lines : lines.slice(0, end)).join('\n');
}

/** As a whole word: `pytest`, not `pytest-cov`, and not in a comment. */
const asWord = (name: string): RegExp =>
  new RegExp(`^(?!\\s*#)(?:.*["'\\s,[])?${name}(?=[\\s"'<>=!~;,[\\]#]|$)`);

function namedAt(facts: ProjectFacts, name: string, files: readonly string[] = NAMING): At | null {
  for (const file of files) {
    const line = lineWith(textIn(facts, file), asWord(name));
    if (line !== null) return { file, line };
  }
  return null;
}

/** Whether a file that pip installs as it is names a package. */
export const isRequired = (facts: ProjectFacts, name: string): boolean =>
  namedAt(facts, name, REQUIREMENTS) !== null;

const EXTRAS = ['test', 'tests', 'testing', 'dev'];
const EXTRA = /^\s*["']?([a-z]+)["']?\s*=\s*\[/;

/** The extra of pyproject.toml that has what tests need; null if there is none of a name that says so. */
export function extraOf(facts: ProjectFacts): string | null {
  const file = 'pyproject.toml';
  const line = lineWith(textIn(facts, file), /^\s*\[project\.optional-dependencies\]/);
  if (line === null) return null;
  const names = below(facts, { file, line })
    .split('\n')
    .flatMap((each) => EXTRA.exec(each.slice(0, 200))?.[1] ?? []);
  return EXTRAS.find((name) => names.includes(name)) ?? null;
}
