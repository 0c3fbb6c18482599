import { judgeArtifact } from '../../../model/gate/judgeArtifact.ts';
import type { ArtifactRecord, PhaseRecord } from '../../../model/checkpoint/phaseRecord.ts';
import type { RepoPath, TreeId } from '../../../model/names/ids.ts';
import { artifactPath } from '../../../model/names/places.ts';
import type { StatusRow } from '../../../model/status/status.ts';
import type { ArtifactRule, Phase } from '../../../model/workflow/workflow.ts';
import type { Drive } from '../../drive.ts';
import { mayStay } from '../../record/mayStay.ts';
import { seenAt } from '../../record/seenAt.ts';
import { phaseStart } from '../../record/sessionMove.ts';
import type { Captured } from '../../workingTree/captureWork.ts';
import { whyNoItems } from './whyNoItems.ts';

type Before = NonNullable<PhaseRecord['before']>;

/** Far below the time after which a lease counts as lost. */
const MOST_JUDGING_MS = 3000;
const tooLong = ({ schema }: ArtifactRule): string =>
  `could not be judged within ${MOST_JUDGING_MS / 1000} s: ${schema === null || schema === undefined ? 'make it smaller' : 'make it smaller, or simplify the patterns of its schema'}`;

/** Judges each promised artifact in a captured tree against the tree before the phase began. */
export async function judgeArtifacts(
  drive: Pick<Drive, 'world' | 'session' | 'history' | 'record'>,
  phase: Phase,
  row: StatusRow,
  captured: Pick<Captured, 'tree' | 'notCaptured'>,
): Promise<{
  readonly judged: readonly { path: RepoPath; reasons: readonly string[] }[];
  readonly artifacts: readonly ArtifactRecord[];
  readonly before: Before;
}> {
  const { repository, sha256, withinTime } = drive.world;
  const judged: { path: RepoPath; reasons: readonly string[] }[] = [];
  const artifacts: ArtifactRecord[] = [];
  const promised = phase.artifacts.map((rule) => ({
    rule,
    path: artifactPath(drive.session, row.number, phase.id, rule.path),
  }));
  const there = await thereBefore(
    drive,
    row,
    promised.map(({ path }) => path),
  );
  const stays = await mayStay(repository, drive.record, row);
  const noItems = await whyNoItems(drive, phase, captured.tree);
  for (const { rule, path } of promised) {
    const seen = await seenAt(repository, captured.tree, path);
    const entry = seen === 'folder' ? null : seen;
    const bytes = entry === null ? null : await repository.read(captured.tree, path);
    const before = stays(rule) ? undefined : there.find((known) => known.path === path);
    const facts = {
      rule,
      path,
      entry: seen,
      bytes,
      before: before?.blob ?? null,
      atRoot: await isNewAtRoot(drive, row, captured.tree, { path: rule.path, seen }),
      notCaptured: whyNotCaptured(captured, path),
    };
    const reasons = withinTime(MOST_JUDGING_MS, () => judgeArtifact(facts));
    judged.push({
      path,
      reasons:
        reasons === null
          ? [`${path} ${tooLong(rule)}`]
          : [...reasons.value, ...(bytes === null ? [] : noItems(rule))],
    });
    if (entry !== null && bytes !== null)
      artifacts.push({ path, blob: entry.blob, sha256: sha256(bytes), bytes: bytes.length });
  }
  return { judged, artifacts, before: there };
}

const whyNotCaptured = ({ notCaptured }: Pick<Captured, 'notCaptured'>, path: RepoPath): string | null =>
  notCaptured.find((item) => item.path === path)?.why ?? null;

/** A path without a leading slash is in the phase's folder, but the phase made a file where the path with a slash would be. */
async function isNewAtRoot(
  drive: Parameters<typeof judgeArtifacts>[0],
  row: StatusRow,
  tree: TreeId,
  { path, seen }: { readonly path: string; readonly seen: unknown },
): Promise<boolean> {
  if (seen !== null || path.startsWith('/')) return false;
  const at = path as RepoPath;
  const now = await drive.world.repository.entry(tree, at);
  if (now === null) return false;
  const [before] = await thereBefore(drive, row, [at]);
  return before?.blob !== now.blob;
}

/** Which artifacts existed before the phase began; from the phase's record in a clone without that checkpoint. */
async function thereBefore(
  {
    world: { repository },
    session,
    history,
    record,
  }: Pick<Drive, 'world' | 'session' | 'history' | 'record'>,
  row: StatusRow,
  paths: readonly RepoPath[],
): Promise<Before> {
  const base = await phaseStart(repository, session, history, row);
  if (base === null) return record.records.get(row.phase)?.before ?? [];
  const entries = await Promise.all(paths.map((path) => repository.entry(base, path)));
  return paths.flatMap((path, index) => {
    const entry = entries[index] ?? null;
    return entry === null ? [] : [{ path, blob: entry.blob }];
  });
}
