import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { wholeZod } from '../../scripts/wholeZod.ts';
import { files } from './imports.ts';

const IMPORTED = /^(?:import|export)\s+(?!type\s)[^;']*?from\s*'([^']+)'/gm;

/** Programs that a person waits for, and parts that they load first; what is large and seldom needed is loaded by `import()`. */
const FIRST = {
  'src/extension.ts': [
    'zod',
    'zod/mini',
    'yaml',
    '@agentclientprotocol/sdk',
    'commander',
    'simple-git',
    'unbash',
  ],
  'src/cli/main.ts': [
    'zod',
    'zod/mini',
    'yaml',
    '@agentclientprotocol/sdk',
    'simple-git',
    'chokidar',
    'unbash',
  ],
  'src/runner/openWorld.ts': [
    'zod',
    'zod/mini',
    'yaml',
    '@agentclientprotocol/sdk',
    'commander',
    'chokidar',
    'unbash',
  ],
  // The first look at a session.
  'src/session/looking.ts': ['zod', '@agentclientprotocol/sdk', 'commander', 'chokidar', 'unbash'],
  'src/session/look/sessionStatus.ts': ['zod', '@agentclientprotocol/sdk', 'commander', 'chokidar', 'unbash'],
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
    expect([libraries.has('zod/mini'), libraries.has('yaml')]).toEqual([true, true]);
  });

  it('of zod, which the agents use whole, is what reads a record', async () => {
    const [reads, agent] = [
      'src/model/checkpoint/phaseRecord.ts',
      'src/agents/languageModel/tools/toolBox.ts',
    ];
    const { metafile } = await build({
      entryPoints: [reads, agent],
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      outdir: 'unwritten',
      write: false,
      metafile: true,
      plugins: [wholeZod],
    });
    const outputs = new Map(Object.entries(metafile.outputs));
    const filesOf = (entry: string): readonly string[] => {
      const found = new Set([...outputs.keys()].filter((name) => outputs.get(name)?.entryPoint === entry));
      for (const name of found) for (const { path } of outputs.get(name)?.imports ?? []) found.add(path);
      return [...found].flatMap((name) => Object.keys(outputs.get(name)?.inputs ?? {}));
    };
    const whole = /zod\/v4\/(?:classic|core\/to-json-schema)/;
    expect(filesOf(reads).filter((file) => whole.test(file))).toEqual([]);
    expect(filesOf(agent).filter((file) => whole.test(file))).not.toEqual([]);
  });
});
