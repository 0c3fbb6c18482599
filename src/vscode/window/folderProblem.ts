import { CairnError } from '../../base/cairnError.ts';
import type { FolderProblem } from '../state/windowState.ts';
import { sentenceOf } from './sentenceOf.ts';

/** Which welcome a folder gets that cannot be looked at. */
export function folderProblem(error: unknown): { readonly problem: FolderProblem; readonly text: string } {
  if (CairnError.is(error, 'git/not-a-repository')) return { problem: 'noRepository', text: '' };
  if (CairnError.is(error, 'git/no-commit')) return { problem: 'noCommit', text: '' };
  if (CairnError.is(error, 'git/not-found')) return { problem: 'noGit', text: '' };
  const { message, hint } = sentenceOf(error);
  return { problem: 'other', text: hint === '' ? message : `${message} ${hint}` };
}
