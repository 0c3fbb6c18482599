import type { ApprovalRecord } from '../../model/checkpoint/phaseRecord.ts';
import type { Timestamp } from '../../model/names/ids.ts';
import type { World } from '../world.ts';

/** Who acts, for the record: git's identity, or else this machine's user. */
export async function whoActs({
  said,
  repository,
  env,
}: Pick<World, 'said' | 'repository' | 'env'>): Promise<string> {
  if (said !== undefined) return said.by;
  const identity = await repository.identity();
  if (identity !== null) return `${identity.name} <${identity.email}>`;
  return env['USER'] ?? env['USERNAME'] ?? env['LOGNAME'] ?? 'unknown';
}

/** When the word was said that is being carried out. */
export const whenSaid = ({ said, clock }: Pick<World, 'said' | 'clock'>): Timestamp =>
  said?.at ?? clock.now();

/** Renders a person's word as the body of its commit. */
export const describeWord = ({ by, comment }: Pick<ApprovalRecord, 'by' | 'comment'>): string =>
  comment === null ? `By ${by}.` : `By ${by}:\n\n${comment}`;
