import { artifactPath } from '../../model/names/places.ts';
import type { StatusRow } from '../../model/status/status.ts';
import type { Phase } from '../../model/workflow/workflow.ts';
import type { PhaseView } from '../results.ts';
import type { SessionRecord } from '../record/sessionRecord.ts';
import type { World } from '../world.ts';

/** What a phase promised and what is there of it: in the working tree `root`, or at the tip where there is none. */
export async function artifactViews(
  world: World,
  record: SessionRecord,
  row: StatusRow,
  phase: Phase | undefined,
  root: string | null,
): Promise<PhaseView['artifacts']> {
  const views: PhaseView['artifacts'][number][] = [];
  for (const rule of phase?.artifacts ?? []) {
    const path = artifactPath(record.session, row.number, row.phase, rule.path);
    views.push({ path, ...(await sizeOf(world, record, path, row.status === 'done' ? null : root)) });
  }
  return views;
}

async function sizeOf(
  world: World,
  record: SessionRecord,
  path: ReturnType<typeof artifactPath>,
  root: string | null,
): Promise<{ readonly present: boolean; readonly bytes: number }> {
  if (root !== null) {
    const found = await world.files.kind(root, path);
    return { present: found?.kind === 'file', bytes: found?.kind === 'file' ? found.bytes : 0 };
  }
  const bytes = await world.repository.read(record.tree, path);
  return { present: bytes !== null, bytes: bytes?.length ?? 0 };
}
