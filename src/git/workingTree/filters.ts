import { join, resolve } from 'node:path';
import { CairnError } from '../../base/cairnError.ts';
import { splitNul } from '../bytes.ts';
import type { Git, GitAnswer } from '../createGit.ts';
import type { GitCall } from '../gitCall.ts';
import type { Environment } from '../env.ts';
import { failedCleanFilter } from '../errors.ts';
import { signatureOf, type Place } from './place.ts';

type Config = NonNullable<GitCall['config']>;

/** Clean filter drivers: those of `filter.<name>.clean` and `.process`. */
export interface Filters {
  /**
   * Config that makes every driver mandatory. If one that is not `required` fails, git stores the bytes on disk instead, for a
   * long-running one even silently: text to be encrypted would be stored in the clear.
   */
  required(): Promise<Config>;
}

export function createFilters(place: Pick<Place, 'git' | 'root' | 'configFiles'>): Filters {
  let known: { readonly signature: string; readonly read: Promise<Read> } | null = null;

  const ask = async (): Promise<Read> => {
    const files = [...place.configFiles, ...((await known?.read)?.files ?? [])];
    const signature = signatureOfAll(files);
    if (known?.signature === signature) return known.read;
    const read = readDrivers(place.git, place.root);
    known = { signature: '', read };
    try {
      const { files: named } = await read;
      known = { signature: signatureOfAll([...place.configFiles, ...named]), read };
    } catch (error) {
      // The next caller asks again.
      known = null;
      throw error;
    }
    return read;
  };
  return {
    required: async () => toEach((await ask()).drivers, 'true'),
  };
}

function signatureOfAll(files: readonly string[]): string {
  return files.map(signatureOf).join();
}

/** `files`: all files where git found config, including included ones. */
interface Read {
  readonly drivers: readonly string[];
  readonly files: readonly string[];
}

/** Where a person's config may be, existing or not; git itself names included files. */
export function personsConfigFiles(env: Environment, commonDir: string): readonly string[] {
  const home = env['HOME'] ?? '';
  const global = env['GIT_CONFIG_GLOBAL'];
  return [
    join(commonDir, 'config'),
    env['GIT_CONFIG_SYSTEM'] ?? '/etc/gitconfig',
    ...(global === undefined
      ? [join(home, '.gitconfig'), join(env['XDG_CONFIG_HOME'] || join(home, '.config'), 'git/config')]
      : [global]),
  ];
}

/**
 * Asks git what differs, without storing anything. If a required filter fails, git answers nothing: asks again without the
 * requirement, where git calls the file changed and the capture reports it.
 */
export async function askWhatDiffers(git: Git, args: readonly string[], call: GitCall): Promise<GitAnswer> {
  try {
    return await git(args, call);
  } catch (error) {
    if (!CairnError.is(error, 'git/failed') || failedCleanFilter(error.details.stderr) === null) throw error;
    return git(args, { ...call, config: toEach((await readDrivers(git, call.cwd)).drivers, 'false') });
  }
}

/** Not drivers that only make files: git reads "required" as "must exist". */
async function readDrivers(git: Git, cwd: string): Promise<Read> {
  const { out } = await git(['config', '-z', '--list', '--show-origin'], { cwd });
  const [values, files] = [new Map<string, string>(), new Set<string>()];
  const fields = splitNul(out).map((field) => field.toString('utf8'));
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [origin = '', line = ''] = fields.slice(at, at + 2);
    if (origin.startsWith('file:')) files.add(resolve(cwd, origin.slice('file:'.length)));
    const [key = '', ...value] = line.split('\n');
    if (/^filter\..*\.(clean|process)$/s.test(key)) values.set(key, value.join('\n'));
  }
  const used = [...values].filter(([, value]) => value !== '').map(([key]) => key.replace(/\.[^.]*$/, ''));
  return { drivers: [...new Set(used)], files: [...files] };
}

const toEach = (drivers: readonly string[], value: string): Config =>
  drivers.map((driver) => [`${driver}.required`, value] as const);
