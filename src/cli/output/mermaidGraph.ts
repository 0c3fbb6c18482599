import { sayPlace } from '../../model/graph/condition.ts';
import { saySkipped } from '../../model/graph/saySkipped.ts';
import type { Checked } from '../../model/status/statusWords.ts';
import { doneWords } from '../../model/text/doneWords.ts';
import { shownLine } from '../../model/text/oneLine.ts';
import { fillLines } from './fillLines.ts';
import type { PhaseId } from '../../model/names/ids.ts';
import type { PhaseConditions, PhaseView } from '../../session/results.ts';

/** Characters of a line. */
const WIDTH = 80;
/** Of a title: its phase is known by its number. */
const LONGEST_TITLE = WIDTH;
/** Of a condition or a reason, which means another thing where it is cut. Nobody writes a longer one. */
const LONGEST = 4_000;

/** How phases of each status look, and those that are done by what stands behind that. The colours hold on a light page and on a dark one. */
const CLASSES = {
  done: 'fill:#dafbe1,stroke:#1a7f37,color:#1f2328',
  doneChecksRed: 'fill:#fff1e5,stroke:#bc4c00,color:#1f2328',
  doneNothingChecked: 'fill:#fff8c5,stroke:#1a7f37,color:#1f2328,stroke-dasharray:4 4',
  doneChecksChanged: 'fill:#fff8c5,stroke:#1a7f37,color:#1f2328,stroke-dasharray:4 4',
  running: 'fill:#ddf4ff,stroke:#0969da,color:#1f2328',
  waiting: 'fill:#fff8c5,stroke:#9a6700,color:#1f2328',
  blocked: 'fill:#ffebe9,stroke:#cf222e,color:#1f2328',
  pending: 'fill:#f6f8fa,stroke:#818b98,color:#1f2328',
  skipped: 'fill:#f6f8fa,stroke:#818b98,color:#59636e,stroke-dasharray:4 4',
} as const;

/** The class of each status. */
const CLASS_OF: ReadonlyMap<string, string> = new Map([
  ...Object.keys(CLASSES).map((name) => [name, name] as const),
  ['checking', 'running'],
  ['interrupted', 'waiting'],
  ['cancelled', 'skipped'],
]);

const DONE: Readonly<Record<Checked, keyof typeof CLASSES>> = {
  passed: 'done',
  approved: 'done',
  changed: 'doneChecksChanged',
  red: 'doneChecksRed',
  nothing: 'doneNothingChecked',
};

const classOf = ({ status, checked }: PhaseView): string =>
  status === 'done' && checked !== null ? DONE[checked] : (CLASS_OF.get(status) ?? 'pending');

/** The phases of a session as a Mermaid flowchart: an edge for each need, a dashed one back for each loop. */
export function mermaidGraph(phases: readonly PhaseView[], conditions: readonly PhaseConditions[]): string {
  const nodeOf = new Map(phases.map(({ id }, index) => [id, `p${index + 1}`]));
  const decides = new Map(conditions.map((one) => [one.phase, one]));
  const edge = (from: PhaseId, arrow: string, to: PhaseId): readonly string[] =>
    nodeOf.has(from) && nodeOf.has(to) ? [`${nodeOf.get(from)} ${arrow} ${nodeOf.get(to)}`] : [];
  const goneBackTo = new Set(conditions.flatMap(({ loop }) => loop?.to.slice(0, 1) ?? []));
  const lines = [
    // Mermaid's layout goes down from the first node on, so that an edge back to it is none down.
    ...phases
      .toSorted((a, b) => Number(goneBackTo.has(b.id)) - Number(goneBackTo.has(a.id)))
      .map((phase) => `${nodeOf.get(phase.id)}["${label(phase, decides.get(phase.id))}"]`),
    ...phases.flatMap(({ id, needs }) => needs.flatMap((need) => edge(need, '-->', id))),
    // One edge for a loop over many items: more of them turn the picture upside down.
    ...conditions.flatMap(({ phase, loop }) =>
      (loop?.to.slice(0, 1) ?? []).flatMap((to) => edge(phase, `-.->${until(loop)}`, to)),
    ),
    ...looks(phases),
  ];
  return ['flowchart TD', ...lines.map((line) => `  ${line}`)].join('\n');
}

function label(phase: PhaseView, decides: PhaseConditions | undefined): string {
  const { number, id, title, status, checked, round, attempt, skipped, forEach } = phase;
  const turn = [
    ...(round > 1 && attempt > 0 ? [`round ${round}`] : []),
    ...(attempt > 1 && status !== 'pending' ? [`attempt ${attempt}`] : []),
  ];
  const lines = [
    shownLine(`${number} ${title ?? id}`, LONGEST_TITLE),
    [status === 'done' ? doneWords(checked) : status, ...turn].join(' · '),
    ...(forEach === undefined ? [] : [`for each item of ${sayPlace(forEach)}`]),
    ...(skipped === undefined ? conditionLines(decides) : [saySkipped(skipped).replace(/\.$/, '')]),
  ];
  return lines.map(inLabel).join('<br/>');
}

const conditionLines = (decides: PhaseConditions | undefined): readonly string[] => [
  ...(decides?.when == null ? [] : [`only if ${decides.when}`]),
  ...(decides?.stop == null ? [] : [`ends the session if ${decides.stop}`]),
];

function until(loop: PhaseConditions['loop']): string {
  if (loop === null) return '';
  const each = loop.to.length === 1 ? '' : ` of ${loop.to.length} items each`;
  return `|"${inLabel(`until ${loop.until}`)}<br/>${loop.max === 1 ? '1 round' : `${loop.max} rounds`}${each}, then a person is asked"|`;
}

/**
 * Text inside quotes of a label. All but letters, digits and a few marks becomes a character code: a quote would end the label, and Mermaid
 * looks for directives (`%%{`), comments, HTML and styles in quoted text, too.
 */
const inLabel = (text: string): string =>
  fillLines(shownLine(text, LONGEST).split(' '), { width: WIDTH })
    .split('\n')
    .map((line) => line.replace(/[^\p{L}\p{N} .,·/_-]/gu, (mark) => `#${mark.codePointAt(0)};`))
    .join('<br/>');

/** The classes that are used, and who has them. */
function looks(phases: readonly PhaseView[]): readonly string[] {
  return Object.entries(CLASSES).flatMap(([name, style]) => {
    const own = phases.flatMap((phase, index) => (classOf(phase) === name ? [`p${index + 1}`] : []));
    return own.length === 0 ? [] : [`classDef ${name} ${style}`, `class ${own.join(',')} ${name}`];
  });
}
