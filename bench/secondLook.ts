import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { join } from 'node:path';
import { openRepository } from '../src/git/openRepository.ts';
import { slipped } from '../src/model/capture/footing.ts';
import { benchRepository } from './benchRepository.ts';
import { timed, type BenchRow } from './row.ts';

const quiet = { info() {}, warn() {}, error() {} };

/** What it costs to look once more, right before a checkpoint is published, at what its tree was taken from. */
export async function measureSecondLook(files = 20_000, calls = 1000): Promise<BenchRow[]> {
  const bench = await benchRepository(files);
  const repository = await openRepository(bench.root, { log: quiet, env: bench.env });
  let processes = 0;
  const count = (): void => void (processes += 1);
  try {
    const index = join(repository.commonDir, 'bench.index');
    const tree = repository.workingTree({ root: repository.root, index, always: [] });
    // As in a session: HEAD was read before, by a helper that lives as long as the engine.
    const before = await tree.footing();
    subscribe('child_process', count);
    const whole = await timed(async () => {
      for (let call = 0; call < calls; call += 1)
        if (slipped(before, await tree.footing()) !== null) throw new Error('nothing has changed');
    });
    const each = whole / calls;
    return [
      {
        measure: 'second look before publishing',
        at: `${calls} looks, ${files} tracked files`,
        against: '',
        ratio: null,
        bar: '≤ 1 ms on average, no process',
        holds: each <= 1 && processes === 0,
        note: `${each.toFixed(2)} ms, ${processes} processes`,
      },
    ];
  } finally {
    unsubscribe('child_process', count);
    await repository.dispose();
    await bench.dispose();
  }
}
