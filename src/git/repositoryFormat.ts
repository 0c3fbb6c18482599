export type ObjectFormat = 'sha1' | 'sha256';

/** Keys of a repository's own config that decide what it is; git reads them from this one file, without includes. */
const DECIDING = /^(core|extensions)$/;
const SECTION = /^\[([A-Za-z0-9.-]+)(?:\s+"(?:[^"\\]|\\.)*")?\]$/;
/** A key in the line of its section, or a value that goes on in the next line, which could look like a section. */
const ODD = /^\[|\\$/;
/** `[core "x"]` says nothing of `core`; an extension of such a name is one that git refuses. */
const BELOW = /^\[(core|extensions)\s+"/i;
const VALUE = /^([A-Za-z][A-Za-z0-9-]*)\s*=\s*([^"\\#;]*?)$/;

/**
 * The object format of an ordinary repository, from the text of its config. Null for one that is bare or names its working tree,
 * has an extension that changes more than object ids, or is written in a way that only git reads.
 */
export function readPlainFormat(config: string): ObjectFormat | null {
  const said = new Map<string, string>();
  let section = '';
  for (const line of config.split('\n').map((each) => each.trim())) {
    if (BELOW.test(line)) return null;
    const named = SECTION.exec(line)?.[1];
    if (named !== undefined) section = named.toLowerCase();
    else if (ODD.test(line)) return null;
    else if (DECIDING.test(section) && !/^([#;]|$)/.test(line)) {
      const [, key, value = ''] = VALUE.exec(line) ?? [];
      if (key === undefined) return null;
      said.set(`${section}.${key}`.toLowerCase(), value.toLowerCase());
    }
  }
  return formatOf(said);
}

function formatOf(said: ReadonlyMap<string, string>): ObjectFormat | null {
  const version = said.get('core.repositoryformatversion');
  if (said.get('core.bare') !== 'false' || said.has('core.worktree')) return null;
  const extensions = [...said].filter(([key]) => key.startsWith('extensions.'));
  if (extensions.length === 0) return version === '0' || version === '1' ? 'sha1' : null;
  const [[key, value] = []] = extensions;
  if (version !== '1' || extensions.length > 1 || key !== 'extensions.objectformat') return null;
  return value === 'sha1' || value === 'sha256' ? value : null;
}
