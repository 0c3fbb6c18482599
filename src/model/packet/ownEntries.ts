import type { FileChange } from '../checkpoint/joinChanges.ts';
import { sizeWords } from '../text/sizeWords.ts';
import { type Entry, OPENED, pointerTo } from './entry.ts';
import { firstParagraph, itemsOf } from './markdownItems.ts';
import { type PacketHeading, PACKET_HEADINGS } from './packetHeadings.ts';
import type { ChangedFile, PacketArtifact, PacketInput } from './packetInput.ts';
import { beginning, inertText, inertLine } from './safeText.ts';
import { scanMarkdown } from './scanMarkdown.ts';
import { headingKey, sectionsOf } from './sections.ts';

/** Longer texts are read up to here; the pointer of every hand-off and artifact covers the rest. */
const READ_CHARACTERS = 262_144;
const EXTRACT_CHARACTERS = 240;
const NAMED_FILES = 12;

/** Gathers what the phase itself adds to its packet: hand-off, artifacts, people's words, failures, what is missing. */
export function ownEntries(input: PacketInput): Readonly<Record<PacketHeading, readonly Entry[]>> {
  const out = Object.fromEntries(PACKET_HEADINGS.map((heading) => [heading, []])) as unknown as Record<
    PacketHeading,
    Entry[]
  >;
  const label = input.folder ?? OPENED;
  const record = input.folder === null ? input.requestPointer : pointerTo(label, 'phase.json');
  const add = (heading: PacketHeading, text: string, source: string, short?: string): void => {
    const inert = inertText(text);
    // A truncated pointer leads nowhere, so artifact names stay whole.
    const cut = heading === 'Artifacts' ? inert : beginning(inert, itemLimit(input.budget), `\`${source}\``);
    if (cut === '') return;
    const entry = { label, text: cut, sources: [source], count: 1 };
    out[heading].push(short === undefined ? entry : { ...entry, short });
  };

  for (const text of input.constraints ?? []) add('Constraints', text, input.requestPointer);
  for (const text of input.decisions) add('Decisions', text, record);
  if (input.handoff !== null) addHandoff(input.handoff, pointerTo(label, 'HANDOFF.md'), add);
  if (input.finalText !== null) addFinalText(input.finalText, record, add);
  for (const artifact of input.artifacts) addArtifact(artifact, input.handoff === null, add);
  for (const told of toldFiles(input)) add('State of the work', told, record);
  for (const text of input.failed) add('Failed approaches', text, record);
  for (const { path, why } of input.notCaptured)
    add('Not captured', `${inertLine(path)}: ${inertLine(why)}`, record);
  return out;
}

type Add = (heading: PacketHeading, text: string, source: string, short?: string) => void;

function addHandoff(handoff: string, pointer: string, add: Add): void {
  if (!addSections(handoff, pointer, add))
    add('State of the work', firstParagraph(handoff.slice(0, READ_CHARACTERS)), pointer);
  add('Artifacts', `\`${pointer}\``, pointer);
}

/** Reads it like a hand-off if it has one's headings; otherwise all of it is about the state of the work. */
function addFinalText(text: string, pointer: string, add: Add): void {
  if (addSections(text, pointer, add)) return;
  for (const item of itemsOf(scanMarkdown(text))) add('State of the work', item, pointer);
}

function addArtifact(artifact: PacketArtifact, mayTell: boolean, add: Add): void {
  const { pointer, text } = artifact;
  const name = `\`${pointer}\``;
  const size = text === null ? `binary, ${sizeWords(artifact.bytes)}` : sizeWords(artifact.bytes);
  const told =
    mayTell &&
    text !== null &&
    /\.(?:md|markdown|mdx)$/i.test(artifact.path) &&
    addSections(text, pointer, add);
  const extract = mayTell && !told && text !== null ? inertLine(firstParagraph(text.slice(0, 8192))) : '';
  if (extract === '') add('Artifacts', `${name} (${size})`, pointer);
  else add('Artifacts', `${name} (${size}): ${beginning(extract, EXTRACT_CHARACTERS, '')}`, pointer, name);
}

/** Takes the sections of a Markdown text whose headings are a packet's; false if there are none. */
function addSections(text: string, pointer: string, add: Add): boolean {
  let found = false;
  for (const section of sectionsOf(text.slice(0, READ_CHARACTERS))) {
    const heading = packetHeading(section.heading);
    // The goal is the request, whatever an agent says.
    if (heading === undefined || heading === 'Goal') continue;
    found = true;
    const nested = section.lines.findIndex(
      (line) => line.kind === 'heading' && packetHeading(line.text) !== undefined,
    );
    const lines = nested < 0 ? section.lines : section.lines.slice(0, nested);
    for (const item of itemsOf(lines)) add(heading, item, pointer);
  }
  return found;
}

const packetHeading = (heading: string): PacketHeading | undefined =>
  PACKET_HEADINGS.find((known) => headingKey(known) === headingKey(heading));

/** Longest item in characters; longer ones keep their beginning. */
const itemLimit = (budget: number): number => Math.floor(budget / 2);

const nameFile = (path: string): string => `\`${inertLine(path)}\``;

function nameChanged({ path, isNew, lines }: ChangedFile): string {
  const counts = lines === null ? [] : [`+${lines.added}`, ...(isNew ? [] : [`-${lines.removed}`])];
  const said = [...(isNew ? ['new'] : []), ...(counts.length === 0 ? [] : [counts.join(' ')])];
  return said.length === 0 ? nameFile(path) : `${nameFile(path)} (${said.join(', ')})`;
}

function toldFiles(input: PacketInput): readonly string[] {
  const { byPerson = [], changed, deletions } = input;
  const persons = (kind: FileChange['change']): readonly string[] =>
    byPerson.filter(({ change }) => change === kind).map(({ path }) => path);
  const gone = persons('deleted');
  const byThem = new Set(gone);
  return [
    ...toldNames(input, 'Changed', changed.map(nameChanged)),
    ...toldNames(input, 'Deleted', deletions.filter((path) => !byThem.has(path)).map(nameFile)),
    ...toldNames(input, 'A person changed', persons('modified').map(nameFile)),
    ...toldNames(input, 'A person added', persons('added').map(nameFile)),
    ...toldNames(input, 'A person deleted', gone.map(nameFile)),
  ];
}

/** The number of files, the first few names, and where all are listed; empty for no files. */
function toldNames(input: PacketInput, verb: string, files: readonly string[]): readonly string[] {
  if (files.length === 0) return [];
  const named: string[] = [];
  let room = itemLimit(input.budget) - 160;
  for (const file of files.slice(0, NAMED_FILES)) {
    room -= file.length + 2;
    if (room >= 0) named.push(` ${file}`);
  }
  const more = files.length - named.length;
  const all = `\`cairn diff ${input.session} ${input.phase ?? ''}\``;
  const rest = more > 0 ? `; ${more === files.length ? 'named' : `${more} more`} by ${all}` : '';
  const what = `${verb} ${files.length} ${files.length === 1 ? 'file' : 'files'}`;
  return [`${what}${named.length > 0 ? ':' : ''}${named.join(',')}${rest}`];
}

/** Pointers to everything a phase left: its own words, and its record, which names its artifacts. */
export function everythingOf(input: PacketInput): readonly string[] {
  if (input.folder === null) return [input.requestPointer];
  const record = pointerTo(input.folder, 'phase.json');
  return input.handoff === null ? [record] : [pointerTo(input.folder, 'HANDOFF.md'), record];
}
