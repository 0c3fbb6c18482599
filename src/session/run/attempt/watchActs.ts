import type { Context } from '../../drive.ts';
import type { AgentEvent } from '../../ports.ts';
import { tell } from '../../tell.ts';

/** Watches for what an agent does that no checkpoint can hold. */
export interface Acts {
  saw(event: AgentEvent): void;
  /** Says what there was of it, once the agent has ended. */
  tell(): Promise<void>;
}

const CHANGES: ReadonlySet<string> = new Set(['edit', 'delete', 'move']);

/** What an agent says of its own changes is all that can be known of those outside of the working tree. */
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
