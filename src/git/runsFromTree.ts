import { isAbsolute, normalize, relative, resolve, sep } from 'node:path';
import { isStarter, kindOf } from '../model/agent/shell/starters.ts';
import { lstat, realpath } from '../host/disk.ts';
import { splitNul } from './bytes.ts';
import type { Git } from './createGit.ts';

/** What git runs while it reads, compares, merges or looks at signatures. Attributes, which choose among them, are files of the tree. */
const COMMANDS =
  /^(?:core\.(?:fsmonitor|pager)|pager\..*|interactive\.difffilter|diff\.external|diff\..*\.(?:command|textconv)|filter\..*\.(?:clean|smudge|process)|merge\..*\.driver|gpg\.program|gpg\..*\.(?:program|defaultkeycommand))$/s;
const HOOKS = 'core.hookspath';
/** Of all hooks the one that is run by `git status`, which brings the index up to date. */
const HOOK = 'post-index-change';

const BOOLEAN = /^(?:true|false|yes|no|on|off|[01]|)$/i;
/** What people have there, by whatever path: programs that do not run what lies in a folder. */
const USUAL: ReadonlySet<string> = new Set([
  'git-lfs clean -- %f',
  'git-lfs smudge -- %f',
  'git-lfs smudge --skip -- %f',
  'git-lfs filter-process',
  'git-lfs filter-process --skip',
  'git-crypt clean',
  'git-crypt smudge',
  'git-crypt diff',
  'gpg',
  'gpg2',
  'ssh-keygen',
  'astextplain',
  'exiftool',
  'pdftotext',
]);
const PAGER =
  /^(?:(?:delta|diff-so-fancy|diff-highlight) \| )?(?:less|more|most|cat|delta|bat)(?: (?:-[EFJMNRSXin]+|--tabs=\d+))*$/;

/**
 * True if git's config, or a file that it includes, may name a program in the working tree that git runs: whoever may write files there
 * says what `git status` does. Where git cannot read its config, too.
 */
export async function runsFromTree(git: Git, at: string): Promise<boolean> {
  try {
    const root = await realpath(at);
    const { out } = await git(['config', '-z', '--show-origin', '--list'], { cwd: at });
    const fields = splitNul(out).map(String);
    for (let n = 0; n + 1 < fields.length; n += 2) {
      const [origin = '', field = ''] = fields.slice(n, n + 2);
      const [key = '', ...lines] = field.split('\n');
      if (await isFromTree(origin, root)) return true;
      if (COMMANDS.test(key) && !(await isHarmless(lines.join('\n'), root))) return true;
      if (key === HOOKS && (await hasHook(lines.join('\n'), root))) return true;
    }
    return false;
  } catch {
    return true;
  }
}

async function isFromTree(origin: string, root: string): Promise<boolean> {
  if (!origin.startsWith('file:')) return false;
  return isBelow(await realpath(resolve(root, origin.slice('file:'.length))), root);
}

/** Only what is known to be: a shell reads such a text, and finds a program in many ways. */
async function isHarmless(value: string, root: string): Promise<boolean> {
  if (BOOLEAN.test(value) || USUAL.has(value) || PAGER.test(value)) return true;
  // With quotes around the program, as some write it.
  const [, quoted, bare, rest = ''] =
    /^(?:"(\/[\w@%+:,./ -]+)"|(\/[\w@%+:,./-]+))((?: [\w@%+:,.-]+)*)$/.exec(value) ?? [];
  const program = quoted ?? bare;
  if (program === undefined || normalize(program) !== program) return false;
  const real = await realpath(program).catch(() => null);
  if (real === null || [program, real].some((path) => isBelow(path, root) || isStarter(path))) return false;
  const options = rest.split(' ').slice(1);
  return options.every((word) => word.startsWith('-')) || USUAL.has(`${kindOf(program)}${rest}`);
}

async function hasHook(folder: string, root: string): Promise<boolean> {
  const hook = resolve(root, folder, HOOK);
  return !folder.startsWith('~') && isBelow(hook, root) && (await lstat(hook).catch(() => null)) !== null;
}

function isBelow(path: string, root: string): boolean {
  const from = relative(root, path);
  return !isAbsolute(from) && from !== '..' && !from.startsWith(`..${sep}`) && !from.startsWith(`.git${sep}`);
}
