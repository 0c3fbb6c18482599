import type { Coverage, Ledger, Stray } from './compare.ts';
import type { Line } from './parseLines.ts';

/** The ledger as a person reads it: two rows, then a line for each thing that is to be done or said, and for each that is for later or does not apply. */
export const ledgerTable = ({ requirements, catalogue, unknown, misplaced }: Ledger): string =>
  [
    '| | held by a test | owed | a reason instead | neither | later | does not apply | of |',
    '|---|--:|--:|--:|--:|--:|--:|--:|',
    row('requirements', requirements),
    row('failure catalogue', catalogue),
    ...list('Requirements without a test', requirements.uncovered, sayLine),
    ...list('Rows of the failure catalogue without a test', catalogue.uncovered, sayLine),
    ...list('No test, and why', [...requirements.reasons, ...catalogue.reasons], sayReason),
    ...list(
      'A test as well as a reason why there is none',
      [...requirements.stale, ...catalogue.stale],
      sayReason,
    ),
    ...list('Later', requirements.later, sayLine),
    ...list('Does not apply', requirements.doesNotApply, sayLine),
    ...list('Ids that are in no list', unknown, sayStray),
    ...list('Ids that do not count, as they do not begin the title', misplaced, sayStray),
  ].join('\n');

/** How much of a list tests hold, as pages say it. */
export const coverageWords = ({ covered, owed, later, doesNotApply, of }: Coverage): string =>
  `${covered} held by a test that names them, ${owed} owed, ${later.length} later, ${doesNotApply.length} do not apply, of ${of}`;

const row = (
  name: string,
  { owed, covered, reasons, uncovered, later, doesNotApply, of }: Coverage,
): string =>
  `| ${[name, covered, owed, reasons.length, uncovered.length, later.length, doesNotApply.length, of].join(' | ')} |`;

const list = <T>(heading: string, items: readonly T[], say: (item: T) => string): readonly string[] =>
  items.length === 0 ? [] : ['', `${heading}:`, ...new Set(items.map((item) => `  ${say(item)}`))];

const sayLine = ({ id, text }: Line): string => `${id}  ${text}`;
const sayReason = ({ id, reason }: Line): string => `${id}  ${reason}`;
const sayStray = ({ id, path, title }: Stray): string => `${id}  ${path}: ${title}`;
