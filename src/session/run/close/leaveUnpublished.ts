import type { Drive } from '../../drive.ts';
import type { Captured } from '../../workingTree/captureWork.ts';
import { restingTree } from '../../record/heldWork.ts';

/**
 * Leaves an attempt's work unpublished: the next attempt is compared with the tip, and told what others change, not what this
 * one left.
 */
export async function leaveUnpublished(
  { world, record, checkout }: Pick<Drive, 'world' | 'record' | 'checkout'>,
  { tree, notCaptured, leftAlone }: Pick<Captured, 'tree' | 'notCaptured' | 'leftAlone'>,
): Promise<void> {
  checkout.unpublished = {
    tree,
    besides: new Set([...notCaptured.map(({ path }) => path), ...leftAlone]),
  };
  await checkout.tree.load(await restingTree(world.repository, record));
}
