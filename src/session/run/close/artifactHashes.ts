import type { OpenAttempt } from '../../../model/attempt/openAttempt.ts';
import { artifactPath } from '../../../model/names/places.ts';
import type { RepoPath } from '../../../model/names/ids.ts';
import type { StatusRow } from '../../../model/status/status.ts';
import type { Phase } from '../../../model/workflow/workflow.ts';
import type { Drive } from '../../drive.ts';
import { tell } from '../../tell.ts';
import type { World } from '../../world.ts';

type At = Pick<Drive, 'world' | 'root' | 'session'>;

/**
 * SHA-256 of each promised artifact in the working tree, in the workflow's order; null if there is no file that a checkpoint
 * would take.
 */
export async function artifactHashes(
  { world, root, session }: At,
  phase: Phase,
  row: StatusRow,
): Promise<readonly (string | null)[]> {
  const left: (string | null)[] = [];
  for (const { path } of phase.artifacts) {
    // The gate judges an unreadable one: it must not fail the attempt.
    left.push(await hashOf(world, root, artifactPath(session, row.number, phase.id, path)).catch(() => null));
  }
  return left;
}

async function hashOf(
  { files, settings, sha256 }: World,
  root: string,
  at: RepoPath,
): Promise<string | null> {
  const found = await files.kind(root, at);
  const isTaken = found?.kind === 'file' && found.bytes <= settings.maxFileBytes;
  const bytes = isTaken ? await files.read(root, at) : null;
  return bytes === null ? null : sha256(bytes);
}

/** If an agent had ended and its gate is judged only now: artifacts changed since are not what the agent left. */
export async function tellIfWrittenOver(
  drive: At,
  phase: Phase,
  row: StatusRow,
  { ended }: OpenAttempt,
): Promise<void> {
  const before = ended?.artifacts;
  // An older journal, or another plan, has nothing to compare.
  if (before === undefined || before.length !== phase.artifacts.length) return;
  const now = await artifactHashes(drive, phase, row);
  const changed = phase.artifacts.filter((_artifact, index) => now[index] !== before[index]);
  if (changed.length === 0) return;
  const files = changed.map(({ path }) => path);
  tell(drive.world, { notice: 'changed-after-agent', phase: phase.id, files });
}
