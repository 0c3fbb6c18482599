import type { PhaseId } from '../../../model/names/ids.ts';
import { tipOf, type Drive } from '../../drive.ts';
import type { Progress } from '../../progress.ts';
import type { World } from '../../world.ts';

/** Events that a working tree gives, whoever works there. */
type OfTree = Extract<
  Progress,
  { readonly type: 'setup' | 'agent-line' | 'agent-tool' | 'agent-plan' | 'taking' }
>;
const OF_TREE: ReadonlySet<string> = new Set<OfTree['type']>([
  'setup',
  'agent-line',
  'agent-tool',
  'agent-plan',
  'taking',
]);
const isOfTree = (event: Progress): event is OfTree => OF_TREE.has(event.type);

/** The same drive, whose events say which phase they are of: several are at work, and whoever shows them keeps them apart. */
export function tellingOf(drive: Drive, phase: PhaseId): Drive {
  const worldAt = (tip: Parameters<Drive['worldAt']>[0]): World => {
    const world = drive.worldAt(tip);
    return {
      ...world,
      onProgress: (event) => world.onProgress(isOfTree(event) ? { phase, ...event } : event),
    };
  };
  return toldBy(drive, worldAt);
}

/** The same drive in another world. */
export const toldBy = (drive: Drive, worldAt: Drive['worldAt']): Drive => ({
  ...drive,
  worldAt,
  world: worldAt(tipOf(drive)),
});
