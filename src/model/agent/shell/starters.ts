import { hasGitOptions, hasSubcommand, isGit } from './git.ts';

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** What starts the words that follow, behind options, numbers and assignments. */
const STARTERS = words(
  'bunx busybox bwrap caffeinate chroot chrt doas env firejail flock gosu ionice ltrace nice nohup npx nsenter pkexec pnpx prlimit rlwrap runuser setarch setpriv setsid stdbuf strace sudo systemd-run taskset time timeout toybox unbuffer unshare uvx xargs xvfb-run',
);
/** Those of them that are first given a file or a folder. */
const PLACED = words('chroot flock');
/** What hands its words to a shell, which reads them once more. */
const READ_AGAIN = words('parallel script ssh su watch');
const SHELLS = words('bash csh dash fish ksh pwsh sh tcsh zsh');
/** What does whatever its words say. */
const LANGUAGES = words(
  'bash bun csh dash deno elixir expect fish groovy java julia ksh lua node osascript perl php pwsh pypy python r rscript ruby scala sh tclsh tcsh ts-node tsx zsh',
);
/** What has a subcommand that starts the words that follow. */
const RUNNERS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['bun', words('x')],
  ['bundle', words('exec')],
  ['conda', words('run')],
  ['deno', words('eval repl')],
  ['docker', words('exec run')],
  ['hatch', words('run')],
  ['npm', words('exec explore x')],
  ['pdm', words('run')],
  ['pipenv', words('run')],
  ['pipx', words('run')],
  ['pnpm', words('dlx exec')],
  ['podman', words('exec run')],
  ['poetry', words('run')],
  ['rye', words('run')],
  ['uv', words('run tool')],
  ['yarn', words('dlx exec node')],
]);
/** What may run or write whatever words without an option say: a script, an expression. */
const SCRIPTED = words('awk gawk mawk sed test');
const CODE = words('-c -e -E -p -pe -r --eval --print');
/** Options of shells and languages whose value is no program. */
const VALUED = words(
  '-o +o -O +O -r --require --import --loader --experimental-loader --rcfile --init-file -W -X -I',
);
const INFORMS = words('--version --help --test');

/** The name of a program without its folder and its version: `python` of `/usr/bin/python3.12`. */
export const kindOf = (program: string): string =>
  (program.split('/').at(-1) ?? '').toLowerCase().replace(/(?<=[a-z])[\d.]+$/, '');

/** True for a program that runs what its words or its input say. */
export function isStarter(program: string): boolean {
  const kind = kindOf(program);
  return (
    [STARTERS, READ_AGAIN, LANGUAGES, SCRIPTED].some((all) => all.has(kind)) ||
    RUNNERS.has(kind) ||
    isGit(program)
  );
}

/** Whether there is no telling what is run by these words and whatever follows them. */
export function runsAnything([program = '', ...rest]: readonly string[]): boolean {
  const kind = kindOf(program);
  if (isGit(program)) return !hasSubcommand(rest) || hasGitOptions(rest);
  if (SCRIPTED.has(kind)) return rest.every((word) => word.startsWith('-'));
  if (READ_AGAIN.has(kind)) return true;
  const from = startedAt([program, ...rest]);
  if (from !== null) return from > rest.length || runsAnything(rest.slice(from - 1));
  return (LANGUAGES.has(kind) || RUNNERS.has(kind)) && !namesWork(kind, rest);
}

/** Whether these words of an interpreter, or of a package manager, say what it does. */
function namesWork(kind: string, rest: readonly string[]): boolean {
  const last = rest.at(-1) ?? '';
  if (kind === 'node' && last === '--test') return true;
  const isModule = (option: string): boolean => kind === 'python' && option === '-m';
  return !CODE.has(last) && operandAt(rest, isModule) !== -1;
}

/** Whether these words alone do what their input says. */
export function runsInput([program = '', ...rest]: readonly string[]): boolean {
  const kind = kindOf(program);
  if (LANGUAGES.has(kind) || kind === 'xargs' || kind === 'parallel') {
    if (SHELLS.has(kind) && rest.some((word) => /^-[a-z]*s[a-z]*$/.test(word))) return true;
    if (rest.some((word) => INFORMS.has(word))) return false;
    if (!rest.some((word, at) => !/^[-+]/.test(word) && !VALUED.has(rest[at - 1] ?? ''))) return true;
  }
  const from = startedAt([program, ...rest]);
  return from !== null && from <= rest.length && runsInput(rest.slice(from - 1));
}

/** Where the words begin that a program starts, behind the last one if they are not there; null: it starts none. */
export function startedAt([program = '', ...rest]: readonly string[]): number | null {
  const kind = kindOf(program);
  if (STARTERS.has(kind)) {
    const at = behind(rest, 0);
    return 1 + (PLACED.has(kind) && at < rest.length ? behind(rest, at + 1) : at);
  }
  const at = operandAt(rest);
  return RUNNERS.get(kind)?.has(rest[at] ?? '') === true ? 1 + behind(rest, at + 1) : null;
}

/** Where a program is named behind options, numbers and assignments. */
function behind(rest: readonly string[], from: number): number {
  const at = operandAt(rest.slice(from).map((word) => (/^\d|^[^-].*=/.test(word) ? '+=' : word)));
  return at === -1 ? rest.length : from + at;
}

/** The first word that is surely no option, nor the value of one: behind an option, it may be that. */
const operandAt = (rest: readonly string[], isAlone: (option: string) => boolean = () => false): number =>
  rest.findIndex((word, at) => {
    const before = rest[at - 1] ?? '--';
    return !/^[-+]/.test(word) && (isAlone(before) || !/^[-+](?!-$|[^=]*=)/.test(before));
  });
