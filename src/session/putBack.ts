import type { RefName, RepoPath } from '../model/ids.ts';
import { isEngineFile, sessionRefs } from '../model/places.ts';
import type { Drive } from './drive.ts';
import { counted, tell } from './tell.ts';

const RAW = '.cairn/raw/';

/** After an undo: what was uncommitted before the restore lies there again, uncommitted. */
export async function putBack(drive: Drive, restoreSeq: number): Promise<void> {
  const { repository } = drive.world;
  const rescues = await repository.refs([`${sessionRefs(drive.session)}rescue/`]);
  // The lowest number: a restore that was cut off and done again may have set a half-restored tree aside as well.
  const rescue = rescues
    .filter((ref) => ref.message.includes(`Cairn-Rescue-For: restore@${restoreSeq}\n`))
    .sort((a, b) => numberOf(a.name) - numberOf(b.name))[0];
  if (rescue === undefined) return;
  const { tree, parents } = await repository.commitEntry(rescue.commit);
  const parent = parents[0];
  if (parent === undefined) return;
  const changes = (await repository.changes(parent, tree)).filter(
    (change) => !isEngineFile(drive.session, change.path),
  );
  const raw = changes.filter((change) => change.path.startsWith(RAW));
  const rawPaths = new Set(raw.map((change) => change.path.slice(RAW.length)));
  const plain = changes
    .map((change) => change.path)
    .filter((path) => !path.startsWith(RAW) && !rawPaths.has(path));
  await drive.tree.write(drive.record.tree, tree, plain);
  for (const change of raw) {
    if (change.after === null) continue;
    await drive.world.files.write(
      drive.root,
      change.path.slice(RAW.length) as RepoPath,
      await repository.readBlob(change.after.blob),
    );
  }
  await drive.tree.load(drive.record.commit);
  tell(
    drive.world,
    `What was uncommitted before the restore is back (${counted(plain.length + raw.length, 'file')}), from ${rescue.name}.`,
  );
}

const numberOf = (ref: RefName): number => Number(ref.slice(ref.lastIndexOf('/') + 1));
