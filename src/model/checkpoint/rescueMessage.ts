import { field, nullable, type ValuesOf } from '../parsing/recordTable.ts';
import { matching, sessionId } from '../parsing/valueKinds.ts';
import { trailerLines } from './trailerLines.ts';

const reason = matching(/^[a-z][a-z0-9-]*@[a-z0-9-]+$/, 'a reason and what it is about');
const folder = matching(/^\.cairn\/raw(?:-\d+)?\/$/, 'a folder for raw bytes');

/** The trailers of a rescue, in written order; a null one is omitted. */
export const RESCUE_TRAILERS = {
  session: field('Cairn-Rescue', sessionId, 'the session'),
  reason: field(
    'Cairn-Rescue-For',
    reason,
    'what it was set aside for: `<what>@<seq>`, of leftovers `attempt@<phase>-<attempt>`',
  ),
  raw: nullable('Cairn-Raw', folder, "the folder of bytes that git's conversions would not give back"),
} as const;

/** The message of a rescue. `why`: one line for people. */
export const renderRescue = (why: string, trailers: ValuesOf<typeof RESCUE_TRAILERS>): string =>
  `cairn: work set aside\n\n${why}\n\n${trailerLines(RESCUE_TRAILERS, trailers)}`;

/**
 * The folder where a rescue holds raw bytes, under the names of their files; null if none. Other files below `.cairn/raw/` are
 * a person's.
 */
export function rawFolderOf(message: string): string | null {
  const { name, kind } = RESCUE_TRAILERS.raw;
  const line = message.split('\n').find((text) => text.startsWith(`${name}: `));
  return line === undefined ? null : kind.read(line.slice(name.length + 2));
}
