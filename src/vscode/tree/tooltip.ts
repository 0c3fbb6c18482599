import { counted, listed } from '../../base/listed.ts';
import { wavesOf } from '../../model/graph/wavesOf.ts';
import type { PhaseView, StatusView } from '../../session/results.ts';
import { namedDone } from '../../sentences/namedDone.ts';
import { landedWords } from '../../sentences/landedWords.ts';
import { agentWords } from '../../sentences/agentWords.ts';
import { shownLine } from '../../model/text/oneLine.ts';
import { sizeWords } from '../../model/text/sizeWords.ts';
import { usageDetails } from '../../sentences/usageWords.ts';
import { questionOf } from '../state/acts.ts';
import { spokenAge } from '../state/age.ts';
import { artifactState } from '../state/artifactState.ts';
import { windowWarning } from '../words/windowNotice.ts';
import { shownPath, shownText } from '../state/changeOrder.ts';
import { itemOf, whySkipped } from '../state/phaseFacts.ts';
import type { SessionNode } from '../state/windowState.ts';
import { preparationWords, sinceWhen } from '../state/preparation.ts';
import { phaseName, phaseNames } from '../state/phaseName.ts';
import { phaseWord, checkWord, sessionWord } from '../state/words.ts';
import { artifactWord } from './artifactRows.ts';
import { code, icon, joined, markup, tableRow, type Markdown } from './markdown.ts';

/** A line of a table. */
type Fact = readonly [name: string, value: string | Markdown];

/** Markdown for a session row, built on hover. */
export function sessionTooltip(node: SessionNode, now: number): string {
  const { summary, status } = node;
  const facts: readonly Fact[] = [
    ['State', sessionWord(summary).word],
    ...preparationFacts(node),
    ['Workflow', summary.workflow],
    ['Branch', code(summary.branch)],
    ...landing(summary),
    ...(summary.forkedFrom === undefined ? [] : [['Forked from', code(summary.forkedFrom)] as const]),
    ['Checkpoint', `${summary.seq}, ${spokenAge(summary.updated, now)}`],
    ...(status === null ? [] : statusFacts(status)),
  ];
  const warnings = [...(node.problem === null ? [] : [node.problem]), ...(status?.warnings ?? [])];
  return paragraphs([
    markup`**${summary.title}**`,
    table(facts),
    ...(status === null ? [] : wavesOfSession(node, status.phases)),
    ...(status?.question == null ? [] : [markup`**Waits for you:** ${status.question.text}`]),
    ...warnings.map((warning) => markup`${icon('warning')} ${windowWarning(warning)}`),
    code(summary.session),
  ]);
}

/** What is done before an agent works, and what was red then. */
function preparationFacts({ preparation }: SessionNode): readonly Fact[] {
  if (preparation === null) return [];
  const { now, red } = preparation;
  const words = preparationWords(preparation);
  return [
    ...(now === null ? [] : [['Now', `${words}, since ${sinceWhen(now)}`] as const]),
    ...(red.length === 0 ? [] : [['Red before', listed(red, MOST_SHOWN)] as const]),
  ];
}

function landing(summary: SessionNode['summary']): readonly Fact[] {
  const words = landedWords(summary);
  return words === null ? [] : [['Landed', words]];
}

/** Of the waves, and of the phases of one. */
const MOST_SHOWN = 12;

/** Which phases may run side by side; nothing of a session that goes one by one. */
function wavesOfSession(node: SessionNode, phases: readonly PhaseView[]): readonly Markdown[] {
  const waves = wavesOf(phases);
  if (waves.length === phases.length) return [];
  const lines = waves.slice(0, MOST_SHOWN).map((wave, index) => {
    const names = wave
      .slice(0, MOST_SHOWN)
      .map(
        (phase) =>
          markup`${icon(phaseWord(node, phase).icon.id)} ${namedDone(phaseName(phase), phase.checked)}`,
      );
    return markup`${index + 1}. ${joined(names, ', ')}${moreThan(names, wave)}`;
  });
  return [
    joined([markup`**Waves**`, markup``, ...lines], '\n'),
    ...(waves.length > lines.length ? [markup`${moreThan(lines, waves).trim()}`] : []),
  ];
}

const moreThan = (shown: readonly unknown[], all: readonly unknown[]): string =>
  all.length > shown.length ? ` and ${all.length - shown.length} more` : '';

/** Of an input. */
const LONGEST_VALUE = 80;

/** Facts that only the session's status has. */
function statusFacts({
  worktree,
  isolation,
  leftovers,
  drivenBy,
  addedBytes,
  usage,
  effects,
  inputs = {},
  result,
}: StatusView): readonly Fact[] {
  const { done, failed, inDoubt } = effects;
  const facts: readonly (readonly [boolean, ...Fact])[] = [
    ...Object.entries(inputs).map(([name, value]) => [true, name, shownLine(value, LONGEST_VALUE)] as const),
    [result?.present === true, 'Result', code(shownPath(result?.path ?? ''))],
    [worktree !== null, isolation === 'in-place' ? 'Works in' : 'Worktree', code(worktree ?? '')],
    [leftovers > 0, 'Since then', `${counted(leftovers, 'file')} changed`],
    [addedBytes !== null, 'Added', `${sizeWords(addedBytes ?? 0)} to the repository`],
    [usage !== null, 'Used', usage === null ? '' : usageDetails(usage).join(', ')],
    [drivenBy !== null, 'Run by', drivenBy ?? ''],
    [done + failed + inDoubt > 0, 'Effects', `${done} done, ${failed} failed, ${inDoubt} not known`],
  ];
  return facts.filter(([shown]) => shown).map(([, name, value]) => [name, value]);
}

/** Markdown for a phase row. */
export function phaseTooltip(node: SessionNode, phase: PhaseView, now: number): string {
  const facts: Fact[] = [['Status', phaseWord(node, phase).word], ...placeFacts(node, phase)];
  if (phase.agent !== null) facts.push(['Agent', agentWords(phase.agent)]);
  if (phase.usage !== null) facts.push(['Used', usageDetails(phase.usage).join(', ')]);
  if (phase.updated !== null) facts.push(['Updated', spokenAge(phase.updated, now)]);
  if (phase.commit !== null)
    facts.push(['Checkpoint', markup`${code(phase.commit.slice(0, 10))}${ofSession(phase)}`]);
  const asks = questionOf(node, phase)?.kind ?? null;
  const artifacts = phase.artifacts
    .filter(({ present }) => present || phase.status !== 'skipped')
    .map(
      (one) => markup`- ${code(shownPath(one.path))} ${artifactWord(artifactState(phase, one, asks), one)}`,
    );
  const checks = phase.checks.map((one) => markup`- ${code(one.name)} ${checkWord(one.outcome).word}`);
  const reasons = phase.reasons.map((reason) => markup`- ${shownText(reason)}`);
  return paragraphs([
    markup`**${phase.number} ${phaseName(phase)}** ${phase.title === null ? '' : code(phase.id)}`,
    table(facts),
    ...section('Why it does not go on', reasons),
    ...section('Artifacts', artifacts),
    ...section('Checks', checks),
    ...section(
      'Not captured',
      phase.notCaptured.map((one) => markup`- ${code(one.path)} ${one.why}`),
    ),
  ]);
}

/** Its place in the graph, and how often it was there. */
function placeFacts(node: SessionNode, phase: PhaseView): readonly Fact[] {
  const why = whySkipped(phase);
  const item = itemOf(node.status?.phases ?? [], phase);
  const facts: readonly (readonly [boolean, ...Fact])[] = [
    [why !== null, 'Why', why ?? ''],
    [item !== null, 'Item', `${item?.place} of ${item?.of}`],
    [phase.round > 1, 'Round', String(phase.round)],
    [phase.attempt > 0, 'Attempt', String(phase.attempt)],
    [phase.needs.length > 0, 'Needs', listed(phaseNames(node, phase.needs), MOST_SHOWN)],
  ];
  return facts.filter(([shown]) => shown).map(([, name, value]) => [name, value]);
}

const ofSession = ({ inheritedFrom }: PhaseView): string | Markdown =>
  inheritedFrom === undefined ? '' : markup` of ${code(inheritedFrom)}`;

const section = (title: string, lines: readonly Markdown[]): readonly Markdown[] =>
  lines.length === 0 ? [] : [joined([markup`${title}`, ...lines], '\n')];

const table = (facts: readonly Fact[]): Markdown =>
  joined([markup`| | |`, markup`|:--|:--|`, ...facts.map(tableRow)], '\n');

const paragraphs = (all: readonly Markdown[]): string => joined(all, '\n\n').text;
