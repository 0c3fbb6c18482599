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
  const apart = parts.filter(({ name }) => !homes.has(name));
  const joined = [...new Set(homes.values())].map((home) => ({
    name: home,
    code: oneFile(partsIn(home).map(withHomes)),
  }));
  return [...apart.map((part) => ({ name: part.name, code: withHomes(part) })), ...joined];

  function partsIn(home: string): readonly Part[] {
    return parts.filter(({ name }) => homes.get(name) === home);
  }

  function withHomes({ name: user, code }: Part): string {
    return code.replace(/\brequire\("\.\/([\w-]+\.cjs)"\)/g, (whole, name: string) => {
      const home = homes.get(name);
      if (home === undefined) return whole;
      const place = partsIn(home).findIndex((part) => part.name === name);
      return home === homes.get(user) ? `part$(${place})` : `require("./${home}")(${place})`;
    });
  }
}

/** Exports a function that answers what the part of a number exports. */
function oneFile(parts: readonly string[]): string {
  const made = parts.map((code) => `function(module,exports){${code.trimEnd()}\n}`);
  return `const parts=[${made.join(',')}],made=[],part$=number=>{let one=made[number];if(one===undefined){one=made[number]={exports:{}};parts[number](one,one.exports)}return one.exports};module.exports=part$;\n`;
}
