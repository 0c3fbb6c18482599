import { counted, listed } from '../../base/listed.ts';
import { wavesOf } from '../../model/graph/wavesOf.ts';
import type { PhaseView, StatusView } from '../../session/results.ts';
import { agentWords } from '../../sentences/agentWords.ts';
import { shownLine } from '../../model/text/oneLine.ts';
import { sizeWords } from '../../model/text/sizeWords.ts';
import { usageDetails } from '../../sentences/usageWords.ts';
import { spokenAge } from '../state/age.ts';
import { windowWarning } from '../words/windowNotice.ts';
import { shownPath, shownText } from '../state/changeOrder.ts';
import { itemOf, whySkipped } from '../state/phaseFacts.ts';
import type { SessionNode } from '../state/windowState.ts';
import { phaseName } from '../state/phaseName.ts';
import { phaseWord, checkWord, sessionWord, sizeOf } from '../state/words.ts';

/** Markdown for a session row, built on hover. */
export function sessionTooltip(node: SessionNode, now: number): string {
  const { summary, status } = node;
  const facts: readonly (readonly [string, string])[] = [
    ['State', sessionWord(summary).word],
    ['Workflow', summary.workflow],
    ['Branch', code(summary.branch)],
    ...(summary.forkedFrom === undefined ? [] : [['Forked from', code(summary.forkedFrom)] as const]),
    ['Checkpoint', `${summary.seq}, ${spokenAge(summary.updated, now)}`],
    ...(status === null ? [] : statusFacts(status)),
  ];
  const warnings = [...(node.problem === null ? [] : [node.problem]), ...(status?.warnings ?? [])];
  return [
    `**${plain(summary.title)}**`,
    table(facts),
    ...(status === null ? [] : wavesOfSession(node, status.phases)),
    ...(status?.question == null ? [] : [`**Waits for you:** ${plain(status.question.text)}`]),
    ...warnings.map((warning) => `$(warning) ${plain(windowWarning(warning))}`),
    code(summary.session),
  ].join('\n\n');
}

/** Of the waves, and of the phases of one. */
const MOST_SHOWN = 12;

/** Which phases may run side by side; nothing of a session that goes one by one. */
function wavesOfSession(node: SessionNode, phases: readonly PhaseView[]): readonly string[] {
  const waves = wavesOf(phases);
  if (waves.length === phases.length) return [];
  const lines = waves.slice(0, MOST_SHOWN).map((wave, index) => {
    const names = wave.map((phase) => `$(${phaseWord(node, phase).icon.id}) ${plain(phaseName(phase))}`);
    return `${index + 1}. ${listed(names, MOST_SHOWN)}`;
  });
  const more = waves.length - lines.length;
  return [['**Waves**', '', ...lines].join('\n'), ...(more > 0 ? [`and ${more} more`] : [])];
}

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
}: StatusView): readonly (readonly [string, string])[] {
  const { done, failed, inDoubt } = effects;
  const facts: [boolean, string, string][] = [
    ...Object.entries(inputs).map(([name, value]): [boolean, string, string] => [
      true,
      plain(name),
      plain(shownLine(value, LONGEST_VALUE)),
    ]),
    [result?.present === true, 'Result', code(shownPath(result?.path ?? ''))],
    [worktree !== null, isolation === 'in-place' ? 'Works in' : 'Worktree', code(worktree ?? '')],
    [leftovers > 0, 'Since then', `${counted(leftovers, 'file')} changed`],
    [addedBytes !== null, 'Added', `${sizeWords(addedBytes ?? 0)} to the repository`],
    [usage !== null, 'Used', usage === null ? '' : plain(usageDetails(usage).join(', '))],
    [drivenBy !== null, 'Driven by', plain(drivenBy ?? '')],
    [done + failed + inDoubt > 0, 'Effects', `${done} done, ${failed} failed, ${inDoubt} in doubt`],
  ];
  return facts.filter(([shown]) => shown).map(([, name, value]) => [name, value]);
}

/** Markdown for a phase row. */
export function phaseTooltip(node: SessionNode, phase: PhaseView, now: number): string {
  const facts: [string, string][] = [['Status', phaseWord(node, phase).word], ...placeFacts(node, phase)];
  if (phase.agent !== null) facts.push(['Agent', plain(agentWords(phase.agent))]);
  if (phase.usage !== null) facts.push(['Used', plain(usageDetails(phase.usage).join(', '))]);
  if (phase.updated !== null) facts.push(['Updated', spokenAge(phase.updated, now)]);
  if (phase.commit !== null)
    facts.push(['Checkpoint', `${code(phase.commit.slice(0, 10))}${ofSession(phase)}`]);
  const artifacts = phase.artifacts.map(
    (one) => `- ${code(shownPath(one.path))} ${one.present ? sizeOf(one.bytes) : 'missing'}`,
  );
  const checks = phase.checks.map((one) => `- ${code(one.name)} ${checkWord(one.outcome).word}`);
  const reasons = phase.reasons.map((reason) => `- ${plain(shownText(reason))}`);
  return [
    `**${phase.number} ${plain(phaseName(phase))}** ${phase.title === null ? '' : code(phase.id)}`,
    table(facts),
    section('Why it does not go on', reasons),
    section('Artifacts', artifacts),
    section('Checks', checks),
    section(
      'Not captured',
      phase.notCaptured.map((one) => `- ${code(one.path)} ${plain(one.why)}`),
    ),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** Its place in the graph, and how often it was there. */
function placeFacts(node: SessionNode, phase: PhaseView): readonly [string, string][] {
  const why = whySkipped(phase);
  const item = itemOf(node.status?.phases ?? [], phase);
  const facts: [boolean, string, string][] = [
    [why !== null, 'Why', plain(why ?? '')],
    [item !== null, 'Item', `${item?.place} of ${item?.of}`],
    [phase.round > 1, 'Round', String(phase.round)],
    [phase.attempt > 0, 'Attempt', String(phase.attempt)],
    [phase.needs.length > 0, 'Needs', plain(listed(phase.needs, MOST_SHOWN))],
  ];
  return facts.filter(([shown]) => shown).map(([, name, value]) => [name, value]);
}

const ofSession = ({ inheritedFrom }: PhaseView): string =>
  inheritedFrom === undefined ? '' : ` of ${code(inheritedFrom)}`;

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `${title}\n${lines.join('\n')}`;
}

function table(facts: readonly (readonly [string, string])[]): string {
  return `| | |\n|:--|:--|\n${facts.map(([name, value]) => `| ${name} | ${value.replaceAll('|', '\\|')} |`).join('\n')}`;
}

/** Text from people and agents is data: it must not become a link, image or codicon. */
function plain(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_{}[\]()#+\-.!<>|$~&]/g, '\\$&');
}

function code(text: string): string {
  const fence = '`'.repeat(1 + Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length)));
  return `${fence}${text.replaceAll('\n', ' ')}${fence}`;
}
