/** One file of a split bundle, as CommonJS. */
export interface Part {
  readonly name: string;
  readonly code: string;
  /** Files that it loads when it is loaded itself. */
  readonly needs: readonly string[];
}

/** Below it, finding and opening a file costs more than what is in it. */
const SMALL = 16_000;

/**
 * Splitting leaves some fifty files of a kilobyte or two, and each costs a third of a millisecond to find and open. The
 * small ones become functions of a file or two: what the entry needs at once, and what is loaded on first use. Each is still
 * evaluated when it is first needed.
 *
 * @param later false: what is loaded on first use stays apart, where all that is read of it is compiled anew each time
 */
export function joinParts(
  entry: string,
  parts: readonly Part[],
  { later }: { readonly later: boolean },
): readonly Omit<Part, 'needs'>[] {
  const byName = new Map(parts.map((part) => [part.name, part]));
  const first = new Set([`${entry}.cjs`]);
  for (const name of first) for (const needed of byName.get(name)?.needs ?? []) first.add(needed);
  const homes = new Map<string, string>();
  for (const { name, code } of parts)
    if (name !== `${entry}.cjs` && code.length < SMALL && (later || first.has(name)))
      homes.set(name, first.has(name) ? `${entry}-first.cjs` : `${entry}-later.cjs`);
  const moved = parts.map(({ name, code }) => ({ name, code: withHomes(code, homes) }));
  const joined = [...new Set(homes.values())].map((home) => ({
    name: home,
    code: oneFile(moved.filter(({ name }) => homes.get(name) === home)),
  }));
  return [...moved.filter(({ name }) => !homes.has(name)), ...joined];
}

const withHomes = (code: string, homes: ReadonlyMap<string, string>): string =>
  code.replace(/\brequire\("\.\/([\w-]+\.cjs)"\)/g, (whole, name: string) =>
    homes.has(name) ? `require("./${homes.get(name)}")(${JSON.stringify(name)})` : whole,
  );

/** Exports a function that answers what a part exports. */
function oneFile(parts: readonly Omit<Part, 'needs'>[]): string {
  const made = parts.map(
    ({ name, code }) => `${JSON.stringify(name)}:function(module,exports){${code.trimEnd()}\n}`,
  );
  return `const parts={${made.join(',')}},made={};module.exports=name=>{let part=made[name];if(part===undefined){part=made[name]={exports:{}};parts[name](part,part.exports)}return part.exports};\n`;
}
