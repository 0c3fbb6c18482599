import { counted } from '../../base/listed.ts';
import { staysDone } from '../../sentences/noticeSentence.ts';
import type { RestoreResult } from '../../session/results.ts';
import { shownPath, sortChanges } from '../state/changeOrder.ts';

type Change = RestoreResult['changed'][number];

/** What a restore would do, laid out for a list. */
export interface RestorePreview {
  readonly title: string;
  readonly groups: readonly { readonly label: string; readonly files: readonly RestoreLine[] }[];
  /** For the modal question. */
  readonly question: string;
  readonly detail: string;
  /** The verb on its button. */
  readonly verb: string;
}

export interface RestoreLine {
  readonly path: string;
  /** The path, shortened where possible. */
  readonly shown: string;
  /** Codicon. */
  readonly icon: string;
  readonly description: string;
  /** null when the file is left as it is, so there is nothing to compare. */
  readonly change: Change['change'] | null;
}

/** Removals first: they are what a person must not overlook. */
const GROUPS = [
  {
    change: 'deleted',
    label: 'Will be removed',
    icon: 'diff-removed',
    description: 'removed',
  },
  { change: 'modified', label: 'Will go back', icon: 'diff-modified', description: 'changed back' },
  { change: 'added', label: 'Will come back', icon: 'diff-added', description: 'brought back' },
] as const;

/** `target`: the verb's object, such as `Phase 2` or `the Beginning`. */
export function previewRestore(result: RestoreResult, target: string): RestorePreview {
  const verb = `Restore to ${target}`;
  const groups = GROUPS.flatMap(({ change, label, icon, description }) => {
    const files = sortChanges(result.changed)
      .filter((one) => one.change === change)
      .map(({ path }) => ({ path, shown: shownPath(path), icon, description, change }));
    return files.length === 0 ? [] : [{ label: `${label} (${files.length})`, files }];
  });
  const skipped = result.skipped.map(({ path, why }) => ({
    path,
    shown: shownPath(path),
    icon: 'debug-step-over',
    description: why,
    change: null,
  }));
  const counts = GROUPS.flatMap(({ change, description }) => {
    const n = result.changed.filter((one) => one.change === change).length;
    return n === 0 ? [] : [`${counted(n, 'file')} ${description}`];
  });
  return {
    title: `${verb}: ${result.changed.length === 0 ? 'no file changes' : `${counted(result.changed.length, 'file')} change${result.changed.length === 1 ? 's' : ''}`}`,
    groups:
      skipped.length === 0
        ? groups
        : [...groups, { label: `Left as they are (${skipped.length})`, files: skipped }],
    question: `${verb}?`,
    detail: [
      counts.length === 0 ? 'No file changes.' : `${counts.join(', ')}.`,
      'Files, session and what the next phase is told (the context packet) go back together: later phases are open again and their work starts from there.',
      'The conversation of an agent does not go back: the next attempt begins from that context packet.',
      ...(result.notUndone.length === 0 ? [] : [staysDone(result.notUndone)]),
      'Nothing is lost: what is there now stays in the history or is kept aside as rescued work, and this can be undone.',
    ].join('\n\n'),
    verb,
  };
}
