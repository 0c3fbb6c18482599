import { counted } from '../../base/listed.ts';
import { behindDone } from '../../model/text/doneWords.ts';
import type { PhaseView } from '../../session/results.ts';
import { usageFacts } from '../../sentences/usageWords.ts';
import { phaseActs } from '../state/acts.ts';
import { age, spokenAge } from '../state/age.ts';
import { hasBegun } from '../state/artifactState.ts';
import { itemOf, repeatsFor, turnAndMade, turnOf, whySkipped } from '../state/phaseFacts.ts';
import type { SessionNode } from '../state/windowState.ts';
import { phaseName } from '../state/phaseName.ts';
import { phaseWord } from '../state/words.ts';
import { row, type Row } from './row.ts';

/** The row of a phase, among all that its session has. */
export function phaseRow(key: string, node: SessionNode, phase: PhaseView, now: number): Row {
  const { word, icon } = phaseWord(node, phase);
  return row({
    id: `phase:${key}:${node.summary.session}:${phase.id}${whileOpen(phase)}`,
    label: `${phase.number} ${phaseName(phase)}`,
    description: facts(node, phase, now).join(' · '),
    spoken: [`Phase ${phase.number}, ${phaseName(phase)}`, word, ...spokenFacts(node, phase, now)].join(', '),
    icon,
    context: ['phase', ...phaseActs(node, phase).map((act) => `can:${act}`)].join(' '),
    // A phase that was sent back has history to show; one never tried has none, but may ask whether it is.
    open: whileOpen(phase) !== '' ? 'expanded' : phase.attempt === 0 ? 'none' : 'collapsed',
    subject: { kind: 'phase', repository: key, session: node.summary.session, phase: phase.id },
  });
}

const presentIn = ({ artifacts }: PhaseView): number => artifacts.filter(({ present }) => present).length;

function facts(node: SessionNode, phase: PhaseView, now: number): readonly string[] {
  const { artifacts, usage, updated } = phase;
  const when = updated === null ? [] : [age(updated, now)];
  const why = whySkipped(phase);
  if (why !== null) return [`skipped: ${why}`, ...when];
  const behind = phase.checked === null ? [] : [behindDone(phase.checked)];
  // There is room for one figure, and cost says more than tokens; the tooltip has both.
  const used = usage === null ? [] : usageFacts(usage).slice(-1);
  const made = artifacts.length === 0 || !hasBegun(phase) ? [] : [`${presentIn(phase)}/${artifacts.length}`];
  return [
    ...atRisk(node, phase),
    ...behind,
    ...turnAndMade(phase, made),
    ...itemWords(node, phase),
    ...used,
    ...when,
  ];
}

/** What would be lost of an attempt that has gone on for long: nothing else in the window says so before somebody asks. */
function atRisk({ status }: SessionNode, { id }: PhaseView): readonly string[] {
  return (status?.warnings ?? []).flatMap((told) =>
    told.warning === 'long-attempt' && told.phase === id
      ? [`${counted(told.files, 'file')} in no checkpoint yet`]
      : [],
  );
}

const madeOf = (phase: PhaseView): readonly string[] =>
  hasBegun(phase) ? [`${presentIn(phase)} of ${counted(phase.artifacts.length, 'artifact')}`] : [];

function itemWords(node: SessionNode, phase: PhaseView): readonly string[] {
  const item = itemOf(node.status?.phases ?? [], phase);
  return item === null ? repeatsFor(phase) : [`item ${item.place} of ${item.of}`];
}

function spokenFacts(node: SessionNode, phase: PhaseView, now: number): readonly string[] {
  const { usage, updated } = phase;
  const why = whySkipped(phase);
  return [
    ...atRisk(node, phase),
    ...itemWords(node, phase),
    ...turnOf(phase),
    ...(why === null ? madeOf(phase) : [why]),
    ...(usage === null ? [] : usageFacts(usage)),
    ...(updated === null ? [] : [spokenAge(updated, now)]),
  ];
}

/**
 * A phase is open while it runs, to be watched, and while it needs a person, who must see why. Each of the two gets its own
 * id suffix: VS Code remembers per id whether a row is open, so otherwise finished phases would stay open and a blocked one
 * could stay closed.
 */
function whileOpen({ status }: PhaseView): ':now' | ':asks' | '' {
  if (status === 'running' || status === 'checking') return ':now';
  return status === 'waiting' || status === 'blocked' ? ':asks' : '';
}
