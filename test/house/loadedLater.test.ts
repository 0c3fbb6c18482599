import { describe, expect, it } from 'vitest';
import { files } from './imports.ts';

const IMPORTED = /^(?:import|export)\s+(?!type\s)[^;']*?from\s*'([^']+)'/gm;

/** Programs that a person waits for, and parts that they load first; what is large and seldom needed is loaded by `import()`. */
const FIRST = {
  'src/extension.ts': ['zod', 'yaml', '@agentclientprotocol/sdk', 'commander', 'simple-git', 'unbash'],
  'src/cli/main.ts': ['zod', 'yaml', '@agentclientprotocol/sdk', 'simple-git', 'chokidar', 'unbash'],
  'src/runner/openWorld.ts': ['zod', 'yaml', '@agentclientprotocol/sdk', 'commander', 'chokidar', 'unbash'],
};

/** The libraries that a file brings along when it is loaded, each with the files that lead to it. */
function librariesOf(entry: string): ReadonlyMap<string, string> {
  const from = new Map([[entry, entry]]);
  const found = new Map<string, string>();
  for (const [file, way] of from) {
    const { text = '', imports = [] } = files.get(file) ?? {};
    for (const [, name = ''] of text.matchAll(IMPORTED)) if (!name.startsWith('.')) found.set(name, way);
    for (const { to, isType, isLater } of imports)
      if (!isType && !isLater && !from.has(to)) from.set(to, `${way} > ${to}`);
  }
  return found;
}

describe('what a program loads at once', () => {
  it.each(Object.entries(FIRST))('%s brings none of %j along', (entry, later) => {
    const libraries = librariesOf(entry);
    expect(later.flatMap((name) => libraries.get(name) ?? [])).toEqual([]);
  });

  it('is found by this walk: the schemas of a workflow bring zod and yaml along', () => {
    const libraries = librariesOf('src/model/workflow/parseWorkflow.ts');
    expect([libraries.has('zod'), libraries.has('yaml')]).toEqual([true, true]);
  });
});
