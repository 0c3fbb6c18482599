import { changedWords } from '../../model/text/changedWords.ts';
import { counted } from '../../base/listed.ts';
import type { PhaseDiff, PhaseView, AttemptOutput } from '../../session/results.ts';
import type { SessionNode } from '../state/windowState.ts';
import type { CommandId } from '../contributions.ts';
import { questionOf } from '../state/acts.ts';
import { shownPath, sortChanges } from '../state/changeOrder.ts';
import { behindDone } from '../../model/text/doneWords.ts';
import { checkWord, statusWord } from '../state/words.ts';
import { idOf, row, type PhasePlace, type Row, type AttemptSubject } from './row.ts';
import { activityRows } from './activityRows.ts';
import { answerRows } from './answerRows.ts';
import { artifactRows, reviewRow, SUMMARY } from './artifactRows.ts';
import { reasonRow } from './factRows.ts';
import { plannedRows } from './plannedRows.ts';
import { wordRows } from './wordRows.ts';
import type { SessionId } from '../../model/names/ids.ts';

/** The rows below a phase: current activity, what it waits for, why it is stuck, artifacts, checks, output, packet, changed files. */
export function detailRows(key: string, node: SessionNode, phase: PhaseView): readonly Row[] {
  const at = { repository: key, session: node.summary.session, phase: phase.id };
  const artifacts = artifactRows(at, node, phase);
  const output = outputRow(at, node, phase);
  const first = waitsFirst(at, node, phase, artifacts, output);
  return [
    ...activityRows(key, node, phase),
    ...answerRows(key, node, phase),
    ...first,
    ...plannedRows(at, node),
    ...phase.reasons.map((reason, n) => reasonRow(at, `reason${n}`, reason)),
    ...[
      ...artifacts,
      ...noCheckRow(at, phase),
      ...phase.checks.map((check, index) => checkRow(at, check, index + 1)),
      ...output,
    ].filter((one) => !first.includes(one)),
    ...(phase.status === 'done' ? [documentRow(at, 'packet', SUMMARY, 'note', 'cairn.showPacket')] : []),
    changesRow(at, phase.notCaptured.length),
  ];
}

/** So many artifacts stand before the word that is said about them. */
const MOST_BEFORE = 5;

/** What a phase that waits for a word is about, one click away, and the word. */
function waitsFirst(
  at: PhasePlace,
  node: SessionNode,
  phase: PhaseView,
  artifacts: readonly Row[],
  output: readonly Row[],
): readonly Row[] {
  const words = wordRows(at, node, phase);
  const kind = questionOf(node, phase)?.kind;
  if (kind === 'packet') return [reviewRow(at, phase.number), ...words];
  const about = kind === 'work' ? [...output, ...artifacts] : artifacts;
  if (kind !== 'work' && kind !== 'approval') return words;
  return about.length > MOST_BEFORE ? [...words, ...about] : [...about, ...words];
}

function outputRow(at: PhasePlace, node: SessionNode, phase: PhaseView): readonly Row[] {
  if (phase.output === null) return [];
  // Protocol agents also write to standard error.
  const open = phase.attempt > 1 || phase.agent?.kind === 'acp' ? 'collapsed' : 'none';
  return [
    { ...documentRow(at, 'output', { label: outputLabel(node, phase) }, 'output', 'cairn.showOutput'), open },
  ];
}

/** For manual work, the instructions are stored where an agent's output would be. */
function outputLabel(node: SessionNode, phase: PhaseView): string {
  return questionOf(node, phase)?.kind === 'work' ? 'What is to be done' : 'Agent output';
}

const INSTEAD = {
  approved: 'by a person: there are no checks',
  nothing: 'no checks, and nobody approved it',
};

/** Of a phase that is done without checks: what stands where they would. */
function noCheckRow(at: PhasePlace, { status, checked, checks }: PhaseView): readonly Row[] {
  if (checks.length > 0 || (checked !== 'approved' && checked !== 'nothing')) return [];
  const behind = behindDone(checked);
  const label = `${behind.slice(0, 1).toUpperCase()}${behind.slice(1)}`;
  return [
    row({
      id: idOf('checked', at),
      label,
      description: INSTEAD[checked],
      spoken: `${label}, ${INSTEAD[checked]}`,
      icon: statusWord(status, checked).icon,
      context: 'fact',
      subject: { ...at, kind: 'fact', name: 'checked' },
    }),
  ];
}

function checkRow(at: PhasePlace, check: PhaseView['checks'][number], n: number): Row {
  const { word, icon } = checkWord(check.outcome);
  const said =
    check.outcome === 'failed' && check.before === 'failed'
      ? `${word}, as before anything was changed`
      : word;
  const isChanged = check.outcome === 'passed' && check.changed !== undefined;
  const why = isChanged ? changedWords(check.changed) : check.why;
  const told = why === undefined ? said : `${said}${isChanged ? ', but ' : ': '}${why}`;
  return row({
    id: idOf(`check${n}:${check.name}`, at),
    label: check.name,
    description: told,
    spoken: `Check ${check.name}, ${told}`,
    icon: isChanged ? statusWord('done', 'changed').icon : icon,
    context: 'check',
    click: 'cairn.showCheckOutput',
    subject: { ...at, kind: 'check', n },
  });
}

function documentRow(
  at: PhasePlace,
  kind: 'output' | 'packet',
  said: Pick<Row, 'label'> & Partial<Pick<Row, 'description'>>,
  icon: string,
  click: CommandId,
): Row {
  return row({
    id: idOf(kind, at),
    ...said,
    spoken: [said.label, said.description ?? ''].join(' ').trim(),
    icon: { id: icon, color: null },
    context: kind,
    click,
    subject: { ...at, kind, name: kind },
  });
}

function changesRow(at: PhasePlace, notCaptured: number): Row {
  return row({
    id: idOf('changes', at),
    label: 'Changed files',
    description: notCaptured === 0 ? '' : `${notCaptured} not captured`,
    spoken:
      notCaptured === 0 ? 'Changed files' : `Changed files, ${counted(notCaptured, 'file')} not captured`,
    icon: { id: 'diff-multiple', color: null },
    context: 'changes can:review',
    open: 'collapsed',
    subject: { ...at, kind: 'changes', name: 'changes' },
  });
}

/** Once a phase is closed, a file has two versions: the current one and the checkpoint's. */
function changeContext(change: PhaseDiff['changed'][number]['change'], to: PhaseDiff['to']): string {
  if (change === 'deleted') return 'change';
  return to === null ? 'change present' : 'change present at:checkpoint';
}

const LETTERS = { added: 'A', modified: 'M', deleted: 'D' } as const;

/** Below "Changed files": what could not be captured and what is gone come first. */
export function changeRows(key: string, diff: PhaseDiff, phase: PhaseView['id']): readonly Row[] {
  const at = { repository: key, session: diff.session, phase };
  const missing = diff.notCaptured.map(({ path, why }) =>
    row({
      id: `${idOf('notCaptured', at)}:${path}`,
      label: path,
      description: `not captured: ${why}`,
      spoken: `${path} is not in the checkpoint: ${why}`,
      icon: { id: 'warning', color: 'problemsWarningIcon.foreground' },
      context: 'notCaptured',
      subject: { ...at, kind: 'fact', name: `notCaptured:${path}` },
    }),
  );
  const changed = sortChanges(diff.changed).map(({ path, change }): Row => {
    const cut = path.lastIndexOf('/');
    return row({
      id: `${idOf('change', at)}:${path}`,
      label: path.slice(cut + 1),
      description: [LETTERS[change], shownPath(path).split('/').slice(0, -1).join('/')]
        .filter((part) => part !== '')
        .join(' · '),
      spoken: `${path}, ${change}`,
      icon:
        change === 'deleted'
          ? { id: 'diff-removed', color: 'gitDecoration.deletedResourceForeground' }
          : { file: path },
      context: changeContext(change, diff.to),
      click: 'cairn.openChange',
      subject: { ...at, kind: 'change', path, change, from: diff.from, to: diff.to, root: diff.root },
    });
  });
  return [...missing, ...changed];
}

/** What each attempt of a phase left on this machine, the newest first. */
export function outputRows(
  repository: string,
  session: SessionId,
  phase: PhaseView,
  outputs: readonly AttemptOutput[],
): readonly Row[] {
  return outputs.flatMap(({ attempt, agent, errors }) => {
    const at = { kind: 'attempt', repository, session, phase: phase.id, attempt } as const;
    const newest = attempt === phase.attempt ? 'newest' : '';
    return [
      ...(agent ? [attemptRow({ ...at, of: 'agent' }, newest)] : []),
      ...(errors ? [attemptRow({ ...at, of: 'errors' }, 'standard error')] : []),
    ];
  });
}

function attemptRow(subject: AttemptSubject, description: string): Row {
  const { repository, session, phase, attempt, of } = subject;
  return row({
    id: `attempt${attempt}.${of}:${repository}:${session}:${phase}`,
    label: `Attempt ${attempt}`,
    description,
    spoken: `Output of attempt ${attempt}${description === '' ? '' : `, ${description}`}`,
    icon: { id: of === 'agent' ? 'output' : 'warning', color: null },
    context: 'attempt',
    click: 'cairn.showAttemptOutput',
    subject,
  });
}
