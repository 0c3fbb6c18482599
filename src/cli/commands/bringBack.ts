import { shellWords } from '../../base/shellWords.ts';
import type { NextStep } from '../output/nextSteps.ts';

/** The command that brings a deleted session back; none where its branch is not known any more. */
export const bringBack = ({
  branch,
  archive,
}: {
  readonly branch: string | null;
  readonly archive: string;
}): readonly NextStep[] =>
  branch === null ? [] : [[shellWords(['git', 'branch', branch, archive]), 'bring it back']];
