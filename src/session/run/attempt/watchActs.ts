import type { Context } from '../../drive.ts';
import type { AgentEvent } from '../../ports.ts';
import { tell } from '../../tell.ts';

/** Watches for acts of an agent that no checkpoint can hold. */
export interface Acts {
  saw(event: AgentEvent): void;
  /** Tells of them once the agent has ended. */
  tell(): Promise<void>;
}

const CHANGES: ReadonlySet<string> = new Set(['edit', 'delete', 'move']);

/** Changes outside the working tree are known only from what the agent tells. */
export function watchActs({ world, root }: Context): Acts {
  const changed = new Set<string>();
  let left = 0;
  return {
    saw(event) {
      if (event.type === 'left-running') left += event.programs;
      if (event.type !== 'tool' || event.status !== 'ended' || event.path === null) return;
      if (CHANGES.has(event.kind)) changed.add(event.path);
    },
    async tell() {
      const places = await Promise.all(
        [...changed].map(async (path) => ({ path, where: await world.files.whereabouts(root, path) })),
      );
      const beyond = places.filter(({ where }) => where !== 'inside').map(({ path }) => path);
      if (beyond.length > 0) tell(world, { notice: 'changed-outside', files: beyond });
      if (left > 0) tell(world, { notice: 'programs-ended', programs: left });
    },
  };
}
