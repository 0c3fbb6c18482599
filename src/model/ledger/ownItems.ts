import type { FileChange } from '../checkpoint/joinChanges.ts';
import { firstParagraph, itemsOf } from '../packet/markdownItems.ts';
import { SECTION_HEADINGS, type SectionHeading } from '../packet/packetHeadings.ts';
import { beginning, inertLine, inertText } from '../packet/safeText.ts';
import { type MarkdownLine, scanMarkdown } from '../packet/scanMarkdown.ts';
import { headingKey, sectionsOf } from '../packet/sections.ts';
import { sizeWords } from '../text/sizeWords.ts';
import type { LedgerItem } from './ledger.ts';
import type { ChangedFile, LedgerArtifact, LedgerInput } from './ledgerInput.ts';
import { pointerTo, REQUEST_POINTER } from './pointers.ts';

/** Longer texts are read up to here; the pointer of every hand-off and artifact covers the rest. */
const READ_CHARACTERS = 262_144;
/** A longer item keeps its beginning and a pointer to where all of it is. */
const ITEM_CHARACTERS = 16_384;
/** All items of a phase: what is beyond is counted, with a pointer. */
const MOST_CHARACTERS = 131_072;
const EXTRACT_CHARACTERS = 240;
const NAMED_FILES = 12;
const NAMED_CHARACTERS = 840;

interface Said extends LedgerItem {
  /** The pointer to the full text. */
  readonly source: string;
}

/** Gathers what a phase hands on, by section: hand-off, artifacts, people's words, failures, what is missing. */
export function ownItems(input: LedgerInput): readonly LedgerItem[] {
  const said: Said[] = [];
  const record = input.folder === null ? REQUEST_POINTER : pointerTo(input.folder, 'phase.json');
  const add: Add = (section, text, source) => {
    const inert = inertText(text).trim();
    // A truncated pointer leads nowhere, so artifact names stay whole.
    const cut = section === 'Artifacts' ? inert : beginning(inert, ITEM_CHARACTERS, `\`${source}\``);
    if (cut !== '') said.push({ section, text: cut, source });
  };
  for (const text of input.constraints ?? []) add('Constraints', text, REQUEST_POINTER);
  for (const text of input.decisions) add('Decisions', text, record);
  if (input.handoff !== null) addHandoff(input.handoff, pointerTo(input.folder ?? '', 'HANDOFF.md'), add);
  if (input.finalText !== null) addSaid(input.finalText, record, add);
  for (const artifact of input.artifacts) addArtifact(artifact, input.handoff === null, add);
  for (const told of toldFiles(input)) add('State of the work', told, record);
  for (const text of input.failed) add('Failed approaches', text, record);
  for (const { path, why } of input.notCaptured)
    add('Not captured', `${inertLine(path)}: ${inertLine(why)}`, record);
  return bounded(SECTION_HEADINGS.flatMap((heading) => said.filter(({ section }) => section === heading)));
}

/** A hand-off of megabytes must not keep its phase from being published. */
function bounded(said: readonly Said[]): readonly LedgerItem[] {
  let sum = 0;
  const end = said.findIndex(({ text }) => (sum += text.length + 8) > MOST_CHARACTERS);
  const kept = said.slice(0, end < 0 ? said.length : end).map(({ section, text }) => ({ section, text }));
  const [first] = said.slice(kept.length);
  if (first === undefined) return kept;
  const sources = [...new Set(said.slice(kept.length).map(({ source }) => source))].slice(0, 100);
  const more = `… ${said.length - kept.length} more: ${sources.map((source) => `\`${source}\``).join(', ')}`;
  return [...kept, { section: first.section, text: more }];
}

type Add = (section: SectionHeading, text: string, source: string) => void;

function addHandoff(handoff: string, pointer: string, add: Add): void {
  addSaid(handoff, pointer, add, true);
  add('Artifacts', `\`${pointer}\``, pointer);
}

/** Its sections under a ledger's headings; what it says below any other, or none, is about the state of the work. */
function addSaid(said: string, pointer: string, add: Add, isTitled = false): void {
  const text = said.slice(0, READ_CHARACTERS);
  addSections(text, pointer, add);
  const rest = outsideSections(text);
  for (const item of itemsOf(isTitled ? rest.map(withoutTitle) : rest))
    add('State of the work', item, pointer);
}

/** The title of a hand-off says nothing of the work. */
const withoutTitle = (line: MarkdownLine): MarkdownLine =>
  line.kind === 'heading' && line.level === 1 ? { kind: 'blank', text: '' } : line;

/** What stands below no heading of a ledger. */
function outsideSections(text: string): readonly MarkdownLine[] {
  let inside = Number.POSITIVE_INFINITY;
  return scanMarkdown(text).filter((line) => {
    if (line.kind === 'heading') {
      if (sectionHeading(line.text) !== undefined) inside = line.level;
      else if (line.level <= inside) inside = Number.POSITIVE_INFINITY;
    }
    return inside === Number.POSITIVE_INFINITY;
  });
}

function addArtifact(artifact: LedgerArtifact, mayTell: boolean, add: Add): void {
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
  else add('Artifacts', `${name} (${size}): ${beginning(extract, EXTRACT_CHARACTERS, '')}`, pointer);
}

/** Takes the sections of a Markdown text whose headings are a ledger's; false if there are none. */
function addSections(text: string, pointer: string, add: Add): boolean {
  let found = false;
  for (const section of sectionsOf(text.slice(0, READ_CHARACTERS))) {
    const heading = sectionHeading(section.heading);
    if (heading === undefined) continue;
    found = true;
    const nested = section.lines.findIndex(
      (line) => line.kind === 'heading' && sectionHeading(line.text) !== undefined,
    );
    const lines = nested < 0 ? section.lines : section.lines.slice(0, nested);
    for (const item of itemsOf(lines)) add(heading, item, pointer);
  }
  return found;
}

/** A goal is none of them: that of a packet is the request, whatever an agent says of it. */
const sectionHeading = (heading: string): SectionHeading | undefined =>
  SECTION_HEADINGS.find((known) => headingKey(known) === headingKey(heading));

const nameFile = (path: string): string => `\`${inertLine(path)}\``;

function nameChanged({ path, isNew, lines }: ChangedFile): string {
  const counts = lines === null ? [] : [`+${lines.added}`, ...(isNew ? [] : [`-${lines.removed}`])];
  const said = [...(isNew ? ['new'] : []), ...(counts.length === 0 ? [] : [counts.join(' ')])];
  return said.length === 0 ? nameFile(path) : `${nameFile(path)} (${said.join(', ')})`;
}

function toldFiles(input: LedgerInput): readonly string[] {
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

/** Whether an item does no more than name files that were changed or deleted. */
export const tellsFiles = (text: string): boolean =>
  /^(?:Changed|Deleted|A person (?:changed|added|deleted)) \d+ files?\b/.test(text);

/** The number of files, the first few names, and where all are listed; empty for no files. */
function toldNames(input: LedgerInput, verb: string, files: readonly string[]): readonly string[] {
  if (files.length === 0) return [];
  const named: string[] = [];
  let room = NAMED_CHARACTERS;
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
