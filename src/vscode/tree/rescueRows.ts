import { counted } from '../../base/listed.ts';
import type { RescueView } from '../../session/results.ts';
import { age, spokenAge } from '../state/age.ts';
import type { SessionNode } from '../state/windowState.ts';
import { row, type Row } from './row.ts';

/** The row below which the rescues of a session are. */
export function rescuesRow(key: string, node: SessionNode): Row {
  const n = node.status?.rescues.length ?? 0;
  return row({
    id: `rescues:${key}:${node.summary.session}`,
    label: 'Rescued work',
    description: String(n),
    spoken: `Rescued work, kept aside as ${counted(n, 'commit')}`,
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
    label: `${rescue.number} ${why}`,
    description: `${counted(rescue.files, 'file')} · ${age(rescue.at, now)}`,
    spoken: `Rescued work ${rescue.number}, ${why}, ${counted(rescue.files, 'file')}, ${spokenAge(rescue.at, now)}`,
    icon: { id: 'package', color: null },
    context: 'rescue',
    click: 'cairn.reviewRescue',
    subject: { kind: 'rescue', repository: key, session: node.summary.session, n: rescue.number },
  });
}
