import type { ApprovalRecord } from '../../model/checkpoint/phaseRecord.ts';
import type { World } from '../world.ts';

/** Who acts, for the record: git's identity, or else this machine's user. */
export async function whoActs({ repository, env }: Pick<World, 'repository' | 'env'>): Promise<string> {
  const identity = await repository.identity();
  if (identity !== null) return `${identity.name} <${identity.email}>`;
  return env['USER'] ?? env['USERNAME'] ?? env['LOGNAME'] ?? 'unknown';
}

/** Renders a person's word as the body of its commit. */
export const describeWord = ({ by, comment }: Pick<ApprovalRecord, 'by' | 'comment'>): string =>
  comment === null ? `By ${by}.` : `By ${by}:\n\n${comment}`;
