import type { PhaseDiff, PhaseView } from '../../session/results.ts';
import type { SessionNode } from '../state/windowState.ts';
import { checkWord, count, sizeOf, type Icon } from '../state/words.ts';
import type { Row } from './row.ts';

/** What is below a phase: why it does not go on, artifacts, checks, output, packet, changed files. */
export function detailRows(key: string, node: SessionNode, phase: PhaseView): readonly Row[] {
  const at = { repository: key, session: node.summary.session, phase: phase.id };
  const id = (what: string): string => `${what}:${key}:${at.session}:${phase.id}`;
  const fact = (
    name: string,
    of: Pick<Row, 'label' | 'description' | 'spoken' | 'icon'> & Partial<Row>,
  ): Row => ({
    id: id(`fact:${name}`),
    context: 'fact',
    open: 'none',
    click: null,
    subject: { ...at, kind: 'fact', name },
    ...of,
  });
  const rows: Row[] = phase.reasons.map((reason, n) =>
    fact(`reason${n}`, {
      label: reason,
      description: '',
      spoken: `Reason: ${reason}`,
      icon: { id: 'info', color: 'problemsWarningIcon.foreground' },
    }),
  );
  for (const artifact of phase.artifacts) rows.push(artifactRow(id, at, artifact));
  for (const check of phase.checks) {
    const { word, icon } = checkWord(check.outcome);
    rows.push(
      fact(`check:${check.name}`, {
        label: check.name,
        description: word,
        spoken: `Check ${check.name}, ${word}`,
        icon,
        context: 'check',
        click: phase.output === null ? null : 'cairn.showOutput',
      }),
    );
  }
  const document = (kind: 'output' | 'packet', label: string, icon: Icon, click: Row['click']): Row =>
    fact(kind, {
      id: id(kind),
      label,
      description: '',
      spoken: label,
      icon,
      context: kind,
      click,
      subject: { ...at, kind, name: kind },
    });
  if (phase.output !== null)
    rows.push(document('output', 'Agent output', { id: 'output', color: null }, 'cairn.showOutput'));
  if (phase.status === 'done')
    rows.push(document('packet', 'Context packet', { id: 'note', color: null }, 'cairn.showPacket'));
  rows.push(
    fact('changes', {
      id: id('changes'),
      label: 'Changed files',
      description: phase.notCaptured.length === 0 ? '' : `${phase.notCaptured.length} not captured`,
      spoken:
        phase.notCaptured.length === 0
          ? 'Changed files'
          : `Changed files, ${count(phase.notCaptured.length, 'file')} not captured`,
      icon: { id: 'diff-multiple', color: null },
      context: 'changes can:review',
      open: 'collapsed',
      subject: { ...at, kind: 'changes', name: 'changes' },
    }),
  );
  return rows;
}

function artifactRow(
  id: (what: string) => string,
  at: { repository: string; session: SessionNode['summary']['session']; phase: PhaseView['id'] },
  artifact: PhaseView['artifacts'][number],
): Row {
  const state = !artifact.present ? 'missing' : artifact.bytes === 0 ? 'empty' : sizeOf(artifact.bytes);
  return {
    id: id(`artifact:${artifact.path}`),
    label: shortPath(artifact.path),
    description: state,
    spoken: `Artifact ${shortPath(artifact.path)}, ${state}`,
    icon: artifact.present
      ? { file: artifact.path }
      : { id: 'circle-large-outline', color: 'disabledForeground' },
    context: artifact.present ? 'artifact present' : 'artifact',
    open: 'none',
    click: artifact.present ? 'cairn.openArtifact' : null,
    subject: { ...at, kind: 'artifact', path: artifact.path },
  };
}

/** An artifact in its phase's folder is called by its name there; one elsewhere by its whole path. */
function shortPath(path: string): string {
  return path.replace(/^\/?\.cairn\/sessions\/[^/]+\/[^/]+\//, '').replace(/^\//, '');
}

const LETTERS = { added: 'A', modified: 'M', deleted: 'D' } as const;
const CHANGE_ORDER = { deleted: 0, modified: 1, added: 2 } as const;

/** Below "Changed files": what could not be captured and what is gone come first. */
export function changeRows(key: string, diff: PhaseDiff, phase: PhaseView['id']): readonly Row[] {
  const at = { repository: key, session: diff.session, phase };
  const missing = diff.notCaptured.map(({ path, why }): Row => ({
    id: `notCaptured:${key}:${diff.session}:${phase}:${path}`,
    label: path,
    description: `not captured: ${why}`,
    spoken: `${path} is not in the checkpoint: ${why}`,
    icon: { id: 'warning', color: 'problemsWarningIcon.foreground' },
    context: 'notCaptured',
    open: 'none',
    click: null,
    subject: { ...at, kind: 'fact', name: `notCaptured:${path}` },
  }));
  const changed = sortChanges(diff.changed).map(({ path, change }): Row => {
    const cut = path.lastIndexOf('/');
    return {
      id: `change:${key}:${diff.session}:${phase}:${path}`,
      label: path.slice(cut + 1),
      description: [LETTERS[change], path.slice(0, Math.max(0, cut))]
        .filter((part) => part !== '')
        .join(' · '),
      spoken: `${path}, ${change}`,
      icon:
        change === 'deleted'
          ? { id: 'diff-removed', color: 'gitDecoration.deletedResourceForeground' }
          : { file: path },
      context: change === 'deleted' ? 'change' : 'change present',
      open: 'none',
      click: 'cairn.openChange',
      subject: { ...at, kind: 'change', path, change, from: diff.from, to: diff.to, root: diff.root },
    };
  });
  return [...missing, ...changed];
}

/** Deletions first: they are what a reviewer must not overlook. */
export function sortChanges<C extends { readonly path: string; readonly change: keyof typeof LETTERS }>(
  changes: readonly C[],
): readonly C[] {
  return [...changes].sort(
    (a, b) =>
      CHANGE_ORDER[a.change] - CHANGE_ORDER[b.change] || (a.path < b.path ? -1 : a.path > b.path ? 1 : 0),
  );
}
