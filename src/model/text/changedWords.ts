import { listed } from '../../base/listed.ts';
import { shownLine } from './oneLine.ts';

const LONGEST = 100;

/** Of a check that has said something: by which files a session has changed what it runs. */
export const changedWords = (files: readonly string[]): string =>
  `what it runs was changed in this session: ${listed(
    files.map((file) => shownLine(file, LONGEST)),
    3,
  )}`;
