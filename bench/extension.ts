import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { bundle } from '../scripts/bundle.ts';
import { runExtensionTests } from '../test/editor/harness/runExtensionTests.ts';
import { benchRepository } from './benchRepository.ts';
import { ms, type BenchRow } from './row.ts';

const MEGABYTE = 1024 * 1024;

/** Size of the bundle that VS Code loads, its activation in a real window, and the processes that starts without sessions. */
export async function measureExtension(): Promise<BenchRow[]> {
  await bundle(resolve('dist'));
  const [{ size }, engine] = await Promise.all([stat('dist/extension.cjs'), stat('dist/engine.cjs')]);
  const none = { against: '', ratio: null } as const;
  return [
    {
      ...none,
      measure: 'extension bundle',
      at: 'dist/extension.cjs',
      bar: '≤ 1 MB',
      holds: size <= MEGABYTE,
      note: `${Math.round(size / 1024)} KB; the engine (${Math.round(engine.size / 1024)} KB) with the first folder that has sessions; protocol, tokenizer and secret rules on first use`,
    },
    ...(await measureActivation()),
  ];
}

async function measureActivation(): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-activation-'));
  const bench = await benchRepository(200);
  const file = join(folder, 'measured.json');
  try {
    await runExtensionTests({
      testFile: resolve('bench/activation.window.ts'),
      extensionDevelopmentPath: resolve('.'),
      workspace: bench.root,
      env: { CAIRN_BENCH: file },
    });
    const measured = JSON.parse(await readFile(file, 'utf8')) as {
      readonly ms: number;
      readonly started: number;
    };
    return [
      {
        measure: 'activation',
        at: 'a repository without sessions, real VS Code',
        against: '',
        ratio: null,
        bar: '0 processes',
        holds: measured.started === 0,
        note: `${ms(measured.ms)}, ${measured.started} processes started`,
      },
    ];
  } finally {
    await bench.dispose();
    await rm(folder, { recursive: true, force: true });
  }
}
