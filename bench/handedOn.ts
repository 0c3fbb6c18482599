import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { count } from '../src/bundles/tokenizer.ts';
import { benchRepository } from './benchRepository.ts';
import type { BenchRow } from './row.ts';

const run = promisify(execFile);
/** Beside this, as `shipped.ts` bundles it. */
const CLI = fileURLToPath(new URL('cli.cjs', import.meta.url));
const PHASES = 100;
const EACH = 5;
const MOST_TOKENS = 2_000;
const SECTIONS = ['Decisions', 'Constraints', 'Open questions', 'Failed approaches', 'Decisions'];

/** What is known at the end of a long session of all that its phases handed on. */
export async function measureHandedOn(): Promise<BenchRow[]> {
  const bench = await benchRepository(200);
  try {
    const items = SECTIONS.map(
      (section, nth) =>
        `## ${section}\n- the service that $CAIRN_PHASE looked at says planted-$CAIRN_PHASE-${nth}-end to whoever asks it twice\n`,
    );
    await writeFile(
      join(bench.root, 'agent.sh'),
      `echo done > "$CAIRN_PHASE_DIR/out.md"\ncat > "$CAIRN_PHASE_DIR/HANDOFF.md" <<END\n${items.join('\n')}END\n`,
    );
    const ids = Array.from({ length: PHASES }, (_value, at) => `p${at}`);
    const phases = ids.map((id) => `  - { id: ${id}, artifacts: [out.md] }\n`);
    await writeFile(
      join(bench.root, 'bench.yaml'),
      `schema: 2\nname: bench\nagent: { kind: command, command: [sh, -e, agent.sh] }\nphases:\n${phases.join('')}`,
    );
    await bench.git('add', '-A');
    await bench.git('commit', '-qm', 'agent');
    const cairn = async (...words: readonly string[]): Promise<string> =>
      (await run(process.execPath, [CLI, ...words], { cwd: bench.root, env: bench.env, maxBuffer: 1 << 28 }))
        .stdout;
    await cairn('start', 'bench.yaml', '--request', 'Bench', '--id', 'long');
    const packet = await bench.git('show', 'cairn/long:.cairn/sessions/long/PACKET.md');
    const known = `${packet}\n${await cairn('ledger', 'long')}`;
    const planted = ids.flatMap((id) =>
      Array.from({ length: EACH }, (_value, nth) => `planted-${id}-${nth}-end`),
    );
    const found = planted.filter((word) => known.includes(word)).length;
    const tokens = count(packet);
    return [
      {
        measure: 'what phases hand on',
        at: `${PHASES} phases, ${EACH} items each`,
        against: '',
        ratio: null,
        bar: `≤ ${MOST_TOKENS} tokens, ${planted.length} of ${planted.length}`,
        holds: tokens <= MOST_TOKENS && found === planted.length,
        note: `${tokens} tokens in the last packet; ${found} of ${planted.length} items in it or in what \`cairn ledger\` prints`,
      },
    ];
  } finally {
    await bench.dispose();
  }
}
