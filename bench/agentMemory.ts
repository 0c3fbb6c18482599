import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { bundle } from '../scripts/bundle.ts';
import { runExtensionTests } from '../test/editor/harness/runExtensionTests.ts';
import { acpSettings } from '../test/support/acpAgent.ts';
import { benchRepository } from './benchRepository.ts';
import type { BenchRow } from './row.ts';

const MEGABYTE = 1024 * 1024;
const STREAMED = 50 * MEGABYTE;
/** What the host may take beyond its idle: garbage that is not collected yet, and nothing that grows with the output. */
const BOUND = 50 * MEGABYTE;

interface Memory {
  readonly rss: number;
  readonly heap: number;
}
interface Measured {
  readonly idle: Memory;
  readonly streaming: Memory;
  readonly after: Memory;
  readonly code: number | null;
}

/** Memory of the extension host of a real VS Code, idle and while an agent of a session in its folder says 50 MB. */
export async function measureAgentMemory(): Promise<BenchRow[]> {
  await bundle(resolve('dist'));
  const folder = await mkdtemp(join(tmpdir(), 'cairn-stream-'));
  const bench = await benchRepository(200);
  try {
    const { idle, streaming, after, code } = await measureIn(bench.root, folder, bench.env);
    if (code !== 0) throw new Error(`cairn start ended with ${code}`);
    return [
      {
        measure: 'memory of the extension host',
        at: 'real VS Code, an agent that streams 50 MB',
        against: 'idle',
        ratio: streaming.rss / idle.rss,
        bar: '≤ 50 MB more',
        holds: streaming.rss - idle.rss <= BOUND && after.heap - idle.heap <= BOUND,
        note: `highest ${mb(streaming.rss)} / ${mb(idle.rss)} resident, ${mb(streaming.heap)} / ${mb(idle.heap)} of it objects; ${mb(after.rss)} and ${mb(after.heap)} after it`,
      },
    ];
  } finally {
    await bench.dispose();
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

const mb = (bytes: number): string => `${Math.round(bytes / MEGABYTE)} MB`;

async function measureIn(
  root: string,
  folder: string,
  inherited: Readonly<Record<string, string>>,
): Promise<Measured> {
  const result = join(folder, 'measured.json');
  const workflow = join(folder, 'bench.yaml');
  const config = join(folder, 'config');
  await mkdir(join(config, 'cairn'), { recursive: true });
  const steps = [{ flood: STREAMED }, { write: { path: 'made.md', text: 'Made.\n' } }];
  const phases = [{ id: 'one', artifacts: ['/made.md'] }];
  await writeFile(workflow, JSON.stringify({ schema: 1, name: 'bench', agent: 'loud', phases }));
  await writeFile(
    join(config, 'cairn', 'agents.yaml'),
    JSON.stringify({ agents: { loud: acpSettings({ steps }) } }),
  );
  const start = ['start', workflow, '--request', 'Talk', '--id', 'loud'];
  await runExtensionTests({
    testFile: resolve('bench/stream.window.ts'),
    extensionDevelopmentPath: resolve('.'),
    workspace: root,
    env: {
      CAIRN_BENCH: JSON.stringify({
        result,
        root,
        command: [process.execPath, resolve('dist/cli.cjs'), ...start],
        env: { ...inherited, XDG_CONFIG_HOME: config },
      }),
    },
  });
  return JSON.parse(await readFile(result, 'utf8')) as Measured;
}
