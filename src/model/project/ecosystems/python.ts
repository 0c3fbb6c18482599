import { firstOf, lineWith, textIn, where } from '../evidence.ts';
import type { CheckKind, Ecosystem, Found, Part, ProjectFacts } from '../project.ts';
import { CONFIGURED, extraOf, isRequired, REQUIREMENTS, toolsOf, type Tool } from './pythonTools.ts';

const PROJECT = 'pyproject.toml';
const NOX = 'noxfile.py';
const VENV = '.venv/';

/** pyproject.toml, requirements and their like, with uv, Poetry, Pipenv, tox, nox or plain pip. */
export const python: Ecosystem = {
  reads: CONFIGURED.reads,
  sees: [...CONFIGURED.sees, 'uv.lock', 'poetry.lock', 'Pipfile.lock', NOX],
  fills: [VENV, '.tox/', '.nox/'],
  find(facts) {
    if (firstOf(facts, [...python.reads, ...python.sees]) === null) return null;
    const tools = toolsOf(facts);
    return byLock(facts, tools) ?? byRunner(facts) ?? byPip(facts, tools);
  },
};

/** Who has locked what a project needs; each keeps it out of git's sight by itself. */
const MANAGERS: readonly { readonly name: string; readonly lock: string; readonly setup: string }[] = [
  { name: 'uv', lock: 'uv.lock', setup: 'uv sync --locked' },
  { name: 'poetry', lock: 'poetry.lock', setup: 'poetry install --no-interaction' },
  { name: 'pipenv', lock: 'Pipfile.lock', setup: 'pipenv sync --dev' },
];

function byLock(facts: ProjectFacts, tools: readonly Tool[]): Part | null {
  const manager = MANAGERS.find(({ lock }) => facts.files.has(lock));
  if (manager === undefined || tools.length === 0) return null;
  const extra = manager.name === 'pipenv' ? null : extraOf(facts);
  const run = `${manager.setup}${extra === null ? '' : ` --extra ${extra}`}`;
  return {
    setup: [setup(manager.lock, run, manager.name)],
    checks: started(tools, `${manager.name} run `, manager.name),
  };
}

const setup = (file: string, run: string, needs: string): Found<'setup'> => ({
  kind: 'setup',
  run,
  file,
  line: 1,
  needs,
});

const started = (tools: readonly Tool[], before: string, needs: string): readonly Found<CheckKind>[] =>
  tools.map(({ kind, words, file, line }) => ({ kind, run: `${before}${words}`, file, line, needs }));

const TOX: readonly (readonly [file: string, section: RegExp])[] = [
  ['tox.ini', /^\[(?:tox|testenv)\]/],
  ['setup.cfg', /^\[tox:tox\]/],
  [PROJECT, /^\s*\[tool\.tox\b/],
];

/** Who makes environments of their own, and runs in them all that the project says. */
function byRunner(facts: ProjectFacts): Part | null {
  for (const [file, section] of TOX) {
    const line = lineWith(textIn(facts, file), section);
    if (line !== null) return runner(facts, { run: 'tox', file, line });
  }
  return facts.files.has(NOX) ? runner(facts, { run: 'nox', file: NOX, line: 1 }) : null;
}

function runner(facts: ProjectFacts, at: Pick<Found, 'run' | 'file' | 'line'>): Part {
  const { found, doubts } = where(facts, [`.${at.run}/`], { kind: 'test' as const, ...at, needs: at.run });
  return { checks: found, doubts };
}

/** An environment beside the code, with all that the project names. */
function byPip(facts: ProjectFacts, tools: readonly Tool[]): Part {
  const [first] = tools;
  if (first === undefined) return {};
  const file = firstOf(facts, [...REQUIREMENTS, PROJECT, 'setup.py', 'setup.cfg']) ?? first.file;
  const makes = where(facts, [VENV], setup(file, 'python3 -m venv .venv', 'python3'));
  if (makes.doubts.length > 0) return { doubts: makes.doubts };
  const installs = setup(file, `.venv/bin/python -m pip install ${wanted(facts, tools)}`, 'python3');
  return {
    setup: [...makes.found, installs],
    checks: started(tools, '.venv/bin/python -m ', 'python3'),
  };
}

function wanted(facts: ProjectFacts, tools: readonly Tool[]): string {
  const isPackage =
    facts.files.has('setup.py') ||
    lineWith(textIn(facts, PROJECT), /^\s*\[(?:project|build-system)\]/) !== null;
  const extra = extraOf(facts);
  return [
    ...REQUIREMENTS.filter((file) => facts.files.has(file)).map((file) => `-r ${file}`),
    ...(isPackage ? [extra === null ? '-e .' : `-e ".[${extra}]"`] : []),
    // Those that only the configuration names, or something that pip does not read.
    ...tools.map(({ words }) => words.split(' ')[0] ?? '').filter((name) => !isRequired(facts, name)),
  ].join(' ');
}
