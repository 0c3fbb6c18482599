import { dirname, join } from 'node:path';
import type { CommitId, RefName, SessionId } from '../src/model/names/ids.ts';
import { treeName } from '../src/model/names/treeName.ts';
import { openWorld } from '../src/runner/openWorld.ts';
import { ensureWorktree } from '../src/session/workingTree/workingTreeOf.ts';
import { benchRepository } from './benchRepository.ts';
import { interleaved, ms, timed, type BenchRow } from './row.ts';

const FILES = 20_000;
const quiet = { info() {}, warn() {}, error() {} };
const SESSION = 'slots' as SessionId;

/** The working tree of another slot, made and noted, against git's own. What each makes goes again (see `start.ts`). */
export async function measureSlot(): Promise<BenchRow[]> {
  const bench = await benchRepository(FILES);
  const opened = await openWorld(bench.root, { env: bench.env, log: quiet, onProgress() {} });
  try {
    const { world } = opened;
    await bench.git('branch', 'cairn/slots');
    const ref = 'refs/heads/cairn/slots' as RefName;
    const tip = (await bench.git('rev-parse', 'HEAD')) as CommitId;
    const name = treeName(SESSION, 2);
    const slot = async (): Promise<number> => {
      let root = '';
      const took = await timed(
        async () => ({ root } = await ensureWorktree(world, name, ref, tip, async () => null)),
      );
      await world.repository.removeWorktree(root);
      await world.state.of(name).remove();
      return took;
    };
    const worktree = async (): Promise<number> => {
      const place = join(dirname(bench.root), 'made');
      const took = await timed(() => bench.git('worktree', 'add', '-q', '--detach', place));
      await bench.git('worktree', 'remove', '--force', place);
      return took;
    };
    const [ours = 0, theirs = 0] = await interleaved(7, [slot, worktree]);
    return [
      {
        measure: 'a slot is made',
        at: `${FILES.toLocaleString('en')} files`,
        against: '`git worktree add`',
        ratio: ours / theirs,
        bar: '≤ 1.1 ×',
        holds: ours / theirs <= 1.1,
        note: `${ms(ours)} / ${ms(theirs)}`,
      },
    ];
  } finally {
    await opened.dispose();
    await bench.dispose();
  }
}
