import { counted } from '../../base/listed.ts';
import type { PhaseView, RescueView } from '../../session/results.ts';
import { usageFacts } from '../../sentences/usageWords.ts';
import { phaseActs } from '../state/acts.ts';
import { age, spokenAge } from '../state/age.ts';
import type { SessionNode } from '../state/windowState.ts';
import { phaseWord, phaseName } from '../state/words.ts';
import { row, type Row } from './row.ts';

/** The rows below a session: its phases, then its rescues. */
export function phaseRows(key: string, node: SessionNode, now: number): readonly Row[] {
  if (node.status === null) return [];
  const rows = node.status.phases.map((phase) => phaseRow(key, node, phase, now));
  return node.status.rescues.length === 0 ? rows : [...rows, rescuesRow(key, node)];
}

function phaseRow(key: string, node: SessionNode, phase: PhaseView, now: number): Row {
  const { word, icon } = phaseWord(node, phase);
  return row({
    id: `phase:${key}:${node.summary.session}:${phase.id}${whileOpen(phase)}`,
    label: `${phase.number} ${phaseName(phase)}`,
    description: facts(phase, now).join(' · '),
    spoken: [`Phase ${phase.number}, ${phaseName(phase)}`, word, ...spokenFacts(phase, now)].join(', '),
    icon,
    context: ['phase', ...phaseActs(node, phase).map((act) => `can:${act}`)].join(' '),
    // A phase that was sent back has history to show; one never tried has none.
    open: phase.attempt === 0 ? 'none' : whileOpen(phase) === '' ? 'collapsed' : 'expanded',
    subject: { kind: 'phase', repository: key, session: node.summary.session, phase: phase.id },
  });
}

const presentIn = ({ artifacts }: PhaseView): number => artifacts.filter(({ present }) => present).length;

function facts(phase: PhaseView, now: number): readonly string[] {
  const { attempt, artifacts, usage, updated } = phase;
  // There is room for one figure, and cost says more than tokens; the tooltip has both.
  const used = usage === null ? [] : usageFacts(usage).slice(-1);
  return [
    ...(artifacts.length === 0 || attempt === 0 ? [] : [`${presentIn(phase)}/${artifacts.length}`]),
    ...(attempt === 0 ? [] : [`attempt ${attempt}`]),
    ...used,
    ...(updated === null ? [] : [age(updated, now)]),
  ];
}

function spokenFacts(phase: PhaseView, now: number): readonly string[] {
  const { attempt, artifacts, usage, updated } = phase;
  return [
    ...(attempt > 0 ? [`attempt ${attempt}`] : []),
    `${presentIn(phase)} of ${counted(artifacts.length, 'artifact')}`,
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

function rescuesRow(key: string, node: SessionNode): Row {
  const n = node.status?.rescues.length ?? 0;
  return row({
    id: `rescues:${key}:${node.summary.session}`,
    label: 'Rescued work',
    description: String(n),
    spoken: `Rescued work, ${counted(n, 'rescue')}`,
    icon: { id: 'archive', color: null },
    context: 'rescues',
    open: 'collapsed',
    subject: { kind: 'rescues', repository: key, session: node.summary.session },
  });
}

/** The rescues of a session, newest first. */
export function rescueRows(key: string, node: SessionNode, now: number): readonly Row[] {
  return [...(node.status?.rescues ?? [])].reverse().map((rescue) => rescueRow(key, node, rescue, now));
}

function rescueRow(key: string, node: SessionNode, rescue: RescueView, now: number): Row {
  const why = rescue.why.replace(/\.$/, '');
  return row({
    id: `rescue:${key}:${node.summary.session}:${rescue.number}`,
    label: why,
    description: `${counted(rescue.files, 'file')} · ${age(rescue.at, now)}`,
    spoken: `Rescue ${rescue.number}, ${why}, ${counted(rescue.files, 'file')}, ${spokenAge(rescue.at, now)}`,
    icon: { id: 'package', color: null },
    context: 'rescue',
    click: 'cairn.reviewRescue',
    subject: { kind: 'rescue', repository: key, session: node.summary.session, n: rescue.number },
  });
}
