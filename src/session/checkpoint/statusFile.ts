import { bytesOf } from '../../model/text/losslessText.ts';
import { notesOf } from '../../model/status/notesOf.ts';
import { assertTransition } from '../../model/plan/phaseMachine.ts';
import { statusPath } from '../../model/names/places.ts';
import { renderStatus } from '../../model/status/renderStatus.ts';
import type { Status, StatusRow } from '../../model/status/status.ts';
import type { PhaseId } from '../../model/names/ids.ts';
import type { Checkout, Drive } from '../drive.ts';
import { isStillThere } from '../workingTree/lookAgain.ts';
import { readStatusFile } from '../workingTree/readStatusFile.ts';
import { clearWay } from './clearWay.ts';
import { rescueEdits } from './rescueEdits.ts';
import { rowOf } from '../record/rows.ts';
import { tell } from '../tell.ts';

/** Several phases at work show how far they are in one file. */
const writing = new WeakMap<Checkout, Promise<unknown>>();

function inTurn<T>({ checkout }: Drive, act: () => Promise<T>): Promise<T> {
  const turn = (writing.get(checkout) ?? Promise.resolve()).then(act);
  writing.set(
    checkout,
    turn.catch(() => undefined),
  );
  return turn;
}

/** Renders STATUS.md into the working tree and keeps the notes that are there. */
export const writeStatusFile = (drive: Drive, status: Status): Promise<void> =>
  inTurn(drive, () => write(drive, status));

/** Notes that are saved meanwhile are read again; who saves without end is not waited for. */
const MOST_TRIES = 20;

async function write(drive: Drive, status: Status, tries = 1): Promise<void> {
  const { files } = drive.world;
  const path = statusPath(drive.session);
  await clearWay(drive, 'status');
  const onDisk = await withoutEdit(drive);
  const text = renderStatus({ ...status, notes: onDisk?.notes ?? status.notes });
  await drive.lease.confirm();
  const over = onDisk === null ? null : bytesOf(onDisk.text);
  if (tries === MOST_TRIES) await files.write(drive.root, path, bytesOf(text));
  else if (!(await files.replace(drive.root, path, over, bytesOf(text))))
    return write(drive, status, tries + 1);
  drive.checkout.rendered = aboveNotes(text);
}

/** Reads STATUS.md. First sets aside what somebody wrote into the engine's part of it. */
export const rescueStatusEdit = (drive: Drive): ReturnType<typeof readStatusFile> =>
  inTurn(drive, () => withoutEdit(drive));

async function withoutEdit(drive: Drive): ReturnType<typeof readStatusFile> {
  const onDisk = await readStatusFile(drive.world.files, drive.root, drive.session);
  if (drive.checkout.rendered === null) return onDisk;
  if (onDisk === null) {
    drive.checkout.rendered = null;
    tell(drive.world, { notice: 'status-removed' });
    return onDisk;
  }
  if (aboveNotes(onDisk.text) === drive.checkout.rendered) return onDisk;
  await rescueEdits(drive, [{ path: statusPath(drive.session), bytes: bytesOf(onDisk.text) }]);
  drive.checkout.rendered = aboveNotes(onDisk.text);
  return onDisk;
}

/** Shows how far a phase is, in the working tree only: the tip knows nothing of an attempt. */
export async function showProgress(drive: Drive, row: StatusRow): Promise<void> {
  // Not worth recreating a folder that has vanished.
  if (!(await isStillThere(drive.checkout))) return;
  const { status } = drive.record;
  const committed = rowOf(status.rows, row.phase).status;
  if (row.status !== 'interrupted') assertTransition('phase', committed, row.status);
  const updated = drive.world.clock.now();
  const rows = withWorking(status.rows, drive.beside).map((other) =>
    other.phase === row.phase ? { ...row, updated } : other,
  );
  const next = rows
    .filter((other) => other.phase === row.phase || other.status === 'running')
    .map(({ phase }) => phase);
  await writeStatusFile(drive, { ...status, state: 'running', next, rows, updated });
}

/** Shows people, who look at the first working tree, a tip that it does not stand on. */
export async function showTip(drive: Drive): Promise<void> {
  if (drive.checkout.slot !== 1 || !(await isStillThere(drive.checkout))) return;
  const { status } = drive.record;
  await writeStatusFile(drive, { ...status, rows: withWorking(status.rows, drive.beside) });
}

/** People write into the first working tree; another holds what was rendered when its phase began. */
export async function notesInFirst({ world, session }: Drive): Promise<string | undefined> {
  const about = await world.state.of(session).about();
  return about === null ? undefined : (await readStatusFile(world.files, about.root, session))?.notes;
}

const withWorking = (rows: readonly StatusRow[], working: readonly PhaseId[]): readonly StatusRow[] =>
  rows.map((row) => (working.includes(row.phase) ? { ...row, status: 'running' } : row));

/** The engine's part of STATUS.md. */
export function aboveNotes(text: string): string {
  const notes = notesOf(text);
  return text.endsWith(notes) ? text.slice(0, text.length - notes.length) : text;
}
