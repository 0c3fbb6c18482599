import type { PhaseView, RescueView } from '../../session/results.ts';
import { phaseActs } from '../state/acts.ts';
import { age, spokenAge } from '../state/age.ts';
import type { SessionNode } from '../state/windowState.ts';
import { phaseWord } from '../state/phaseWord.ts';
import { count, phaseName } from '../state/words.ts';
import type { Row } from './row.ts';

/** What is below a session: its phases, then what was set aside. */
export function phaseRows(key: string, node: SessionNode, now: number): readonly Row[] {
  if (node.status === null) return [];
  const rows = node.status.phases.map((phase) => phaseRow(key, node, phase, now));
  return node.status.rescues.length === 0 ? rows : [...rows, rescuesRow(key, node)];
}

function phaseRow(key: string, node: SessionNode, phase: PhaseView, now: number): Row {
  const { word, icon } = phaseWord(node, phase);
  const present = phase.artifacts.filter((artifact) => artifact.present).length;
  const promised = phase.artifacts.length;
  const facts = [
    promised === 0 || phase.attempt === 0 ? '' : `${present}/${promised}`,
    phase.attempt === 0 ? '' : `attempt ${phase.attempt}`,
    phase.updated === null ? '' : age(phase.updated, now),
  ];
  return {
    id: `phase:${key}:${node.summary.session}:${phase.id}${isUnderWay(phase) ? ':now' : ''}`,
    label: `${phase.number} ${phaseName(phase)}`,
    description: facts.filter((fact) => fact !== '').join(' · '),
    spoken: [
      `Phase ${phase.number}, ${phaseName(phase)}`,
      word,
      ...(phase.attempt > 0 ? [`attempt ${phase.attempt}`] : []),
      `${present} of ${count(promised, 'artifact')}`,
      ...(phase.updated === null ? [] : [spokenAge(phase.updated, now)]),
    ].join(', '),
    icon,
    context: ['phase', ...phaseActs(node, phase).map((act) => `can:${act}`)].join(' '),
    // A phase that was sent back has a past worth opening; one that was never tried has nothing below it.
    open:
      phase.attempt === 0 ? 'none' : isUnderWay(phase) || wantsAttention(phase) ? 'expanded' : 'collapsed',
    click: null,
    subject: { kind: 'phase', repository: key, session: node.summary.session, phase: phase.id },
  };
}

/**
 * Open while it runs, to be watched. With an id of its own for that time, so that it closes when it is done: VS Code keeps
 * open what was open under the same id, and the tree would grow with every phase.
 */
function isUnderWay(phase: PhaseView): boolean {
  return phase.status === 'running' || phase.status === 'checking';
}

function wantsAttention(phase: PhaseView): boolean {
  return phase.status === 'waiting' || phase.status === 'blocked';
}

function rescuesRow(key: string, node: SessionNode): Row {
  const n = node.status?.rescues.length ?? 0;
  return {
    id: `rescues:${key}:${node.summary.session}`,
    label: 'Rescued work',
    description: String(n),
    spoken: `Rescued work, ${count(n, 'rescue')}`,
    icon: { id: 'archive', color: null },
    context: 'rescues',
    open: 'collapsed',
    click: null,
    subject: { kind: 'rescues', repository: key, session: node.summary.session },
  };
}

/** The rescues of a session, newest first. */
export function rescueRows(key: string, node: SessionNode, now: number): readonly Row[] {
  return [...(node.status?.rescues ?? [])].reverse().map((rescue) => rescueRow(key, node, rescue, now));
}

function rescueRow(key: string, node: SessionNode, rescue: RescueView, now: number): Row {
  const why = rescue.why.replace(/\.$/, '');
  return {
    id: `rescue:${key}:${node.summary.session}:${rescue.number}`,
    label: why,
    description: `${count(rescue.files, 'file')} · ${age(rescue.at, now)}`,
    spoken: `Rescue ${rescue.number}, ${why}, ${count(rescue.files, 'file')}, ${spokenAge(rescue.at, now)}`,
    icon: { id: 'package', color: null },
    context: 'rescue',
    open: 'none',
    click: 'cairn.reviewRescue',
    subject: { kind: 'rescue', repository: key, session: node.summary.session, n: rescue.number },
  };
}
