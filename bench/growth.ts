import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { benchRepository, type BenchRepository } from './benchRepository.ts';
import type { BenchRow } from './row.ts';

const run = promisify(execFile);
/** Beside this, as `shipped.ts` bundles it. */
const CLI = fileURLToPath(new URL('cli.cjs', import.meta.url));
const PHASES = 1_000;
/** Of the last so many phases, where the tables are as long as they get. */
const LAST = 100;
const ARTIFACT_BYTES = 4_096;
const MOST_BYTES = 64 * 1024;

/** Each phase leaves an artifact that does not compress, and five lines for the next. */
const AGENT = `head -c ${ARTIFACT_BYTES} /dev/urandom > "$CAIRN_PHASE_DIR/out.bin"
for nth in 1 2 3 4 5; do echo "- what $CAIRN_PHASE found out about it, line $nth of five"; done |
  { echo "## Decisions"; cat; } > "$CAIRN_PHASE_DIR/HANDOFF.md"
`;

/** By how much a repository grows with each phase once a session has a thousand of them. */
export async function measureGrowth(): Promise<BenchRow[]> {
  const bench = await benchRepository(200);
  try {
    await writeFile(join(bench.root, 'agent.sh'), AGENT);
    const phases = Array.from(
      { length: PHASES },
      (_value, at) => `  - { id: p${at}, artifacts: [out.bin] }\n`,
    );
    await writeFile(
      join(bench.root, 'bench.yaml'),
      `schema: 2\nname: bench\nagent: { kind: command, command: [sh, -e, agent.sh] }\nphases:\n${phases.join('')}`,
    );
    await bench.git('add', '-A');
    await bench.git('commit', '-qm', 'agent');
    await run(process.execPath, [CLI, 'start', 'bench.yaml', '--request', 'Bench', '--id', 'long'], {
      cwd: bench.root,
      env: bench.env,
      maxBuffer: 1 << 28,
    });
    const growth = Math.round((await bytesOf(bench, `cairn/long~${LAST}..cairn/long`)) / LAST);
    const bar = ARTIFACT_BYTES * 1.1 + MOST_BYTES;
    const kb = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KB`;
    return [
      {
        measure: 'growth of the repository by a phase',
        at: `the last ${LAST} of ${PHASES} phases, an artifact of ${kb(ARTIFACT_BYTES)} in each`,
        against: '',
        ratio: null,
        bar: `≤ artifacts × 1.1 + 64 KB = ${kb(bar)}`,
        holds: growth <= bar,
        note: `${kb(growth)} of objects as git stores them before it packs them`,
      },
    ];
  } finally {
    await bench.dispose();
  }
}

/** Bytes on the disk of all objects that these commits have and those before them have not. */
async function bytesOf({ shell }: BenchRepository, commits: string): Promise<number> {
  const sizes = await shell(
    `$G rev-list --objects --first-parent ${commits} | cut -d' ' -f1 | $G cat-file --batch-check='%(objectsize:disk)'`,
  );
  return sizes.split('\n').reduce((sum, size) => sum + Number(size), 0);
}
