import type { CheckRecord } from '../checkpoint/phaseRecord.ts';
import { beginning, plainText } from '../packet/safeText.ts';
import { behindDone, doneWords } from '../text/doneWords.ts';
import { changedWords } from '../text/changedWords.ts';
import { cutTo, oneLine, plainLines } from '../text/oneLine.ts';
import { checkName } from '../workflow/checkName.ts';
import type { LandFacts, LandPhase } from './landFacts.ts';
import { fillLandTemplate, LAND_TEMPLATE } from './landTemplate.ts';
import { joined, neutralised, type Piece } from './neutralised.ts';

const WIDTH = 72;
const LONGEST_TITLE = 72;
/** How much of each is told. Characters; together less than 8,000. */
const MOST = { request: 2000, summary: 1800, decisions: 1400, plan: 1000, checks: 600, approvals: 600 };
/** How much of one item is. */
const ITEM = { said: 400, decision: 240, title: 80, check: 160, comment: 200 };
const CUT = '(shortened)';

/**
 * The message of a commit that a session is landed as. What agents wrote in it acts on nothing, and so does what people wrote
 * elsewhere; what was typed in this clone stays as it is, and so does the template. What these make together does not:
 * `fix: {title}` closes no issue that the title only names.
 */
export function landMessage(facts: LandFacts, template: string = LAND_TEMPLATE): string {
  const done = facts.phases.filter(({ status }) => status === 'done');
  const title = titlePieces(facts);
  const told = (text: string): readonly Piece[] => [{ text, stays: false }];
  const said = (text: string): readonly Piece[] => [{ text, stays: facts.typedHere }];
  const filled = fillLandTemplate(template, {
    title,
    request: [{ text: requestText(facts), stays: facts.askedHere }],
    summary: told(
      listOf(
        done.filter((one) => one.said !== ''),
        (one) => item(`${one.phase}: ${toldLine(one.said, ITEM.said)}`),
        MOST.summary,
      ),
    ),
    decisions: told(
      listOf(
        done.flatMap(({ decisions }) => decisions),
        (text) => item(toldLine(text, ITEM.decision)),
        MOST.decisions,
      ),
    ),
    plan: told(listOf(facts.phases, (one) => item(planLine(one)), MOST.plan)),
    checks: told(checksText(facts)),
    approvals: said(
      listOf(
        done.flatMap(({ phase, approval }) => (approval === null ? [] : [{ phase, approval }])),
        approvalLine,
        MOST.approvals,
      ),
    ),
    session: told(`Landed from ${facts.branch}, checkpoint ${facts.seq}.\n${standsLine(facts)}`),
  });
  // Git takes no commit without a message, and a template may name only what this session has not.
  return plainLines(joined(filled)) || plainLines(joined(title));
}

const checksText = ({ checks, wasChecked }: LandFacts): string =>
  checks.length === 0 && !wasChecked
    ? '- none: nothing was checked'
    : listOf(checks, (check) => item(checkLine(check)), MOST.checks);

/**
 * The part stands behind the title: in front of it `fix: ` would be a kind of change to a program, or close the issue that follows.
 * What nobody sees goes first: without it, what stood on its two sides may act.
 */
function titlePieces({ title, part, askedHere }: LandFacts): readonly Piece[] {
  const behind = behindTitle(part);
  const text = cutTo(seenLine(title), LONGEST_TITLE - behind.length).trimEnd();
  return [
    { text, stays: askedHere },
    { text: behind, stays: false },
  ];
}

const behindTitle = (part: string | null): string => (part === null ? '' : ` (${part})`);

const seenLine = (text: string): string => oneLine(plainText(text));

/** Words of an agent on one line. */
const toldLine = (text: string, most: number): string => beginning(onOneLine(text, most), most, CUT);

/** Bounded first: somebody may have said megabytes. */
const onOneLine = (text: string, most: number): string =>
  plainText(text.slice(0, 4 * most))
    .replace(/\s+/g, ' ')
    .trim();

/** What the title does not say already. */
function requestText({ part, title, request }: LandFacts): string {
  const [first = '', ...rest] = plainLines(plainText(request.slice(0, 4 * MOST.request))).split('\n');
  const seen = seenLine(title);
  const isWhole = seen.length + behindTitle(part).length <= LONGEST_TITLE;
  const said = isWhole && oneLine(first) === seen ? rest : [first, ...rest];
  const text = beginning(said.join('\n').trim(), MOST.request, CUT);
  // `git am` takes such a line for the end of the message, or for the beginning of a patch.
  return filledLines(text).replace(/^(?=---|diff -|Index: )/gm, ' ');
}

/** Code, indented or fenced, keeps its lines. */
function filledLines(text: string): string {
  let fenced = false;
  return text
    .split('\n')
    .map((line) => {
      const isFence = /^\s*(?:`{3}|~{3})/.test(line);
      if (isFence) fenced = !fenced;
      if (fenced || isFence || /^ {4}/.test(line)) return line;
      const [begins = ''] = /^\s*(?:[-*+] |\d+[.)] )?/.exec(line) ?? [];
      return filled(line, ' '.repeat(begins.length));
    })
    .join('\n');
}

const standsLine = ({ isDone, checked }: LandFacts): string =>
  `The session is ${isDone ? doneWords(checked) : 'not done'}.`;

function planLine({ phase, title, status, checked, round }: LandPhase): string {
  const behind = checked === null ? [] : [behindDone(checked)];
  const how = [...(status === 'done' ? behind : [status]), ...(round > 1 ? [`round ${round}`] : [])];
  const name = title === null ? phase : `${phase}: ${toldLine(title, ITEM.title)}`;
  return how.length === 0 ? name : `${name} (${how.join(', ')})`;
}

function checkLine(check: CheckRecord): string {
  const { name, run } = check;
  const command = checkName({ run });
  const named = name === command ? name : `${name} (${command})`;
  return `${toldLine(named, ITEM.check)}: ${checkOutcome(check)}`;
}

function checkOutcome({ outcome, why, changed = [] }: CheckRecord): string {
  if (outcome === 'passed' && changed.length > 0)
    return `passed, but ${toldLine(changedWords(changed), ITEM.check)}`;
  if (outcome !== 'broke') return outcome;
  return `could not run${why === undefined ? '' : `: ${toldLine(why, ITEM.check)}`}`;
}

function approvalLine({
  phase,
  approval: { by, at, comment, beforehand },
}: Pick<LandPhase, 'phase'> & { readonly approval: NonNullable<LandPhase['approval']> }): string {
  const name = by.replace(/ *<[^<>]*>$/, '');
  const when = `${at.slice(0, 10)}${beforehand === true ? ', beforehand' : ''}`;
  // It shares its piece with what may have been typed here, which stays as it is.
  const who = neutralised(item(`${phase}: ${onOneLine(`${name}, ${when}`, ITEM.comment)}`));
  const said = toldLine(comment ?? '', ITEM.comment);
  return said === '' ? who : `${who}: ${said}`;
}

const item = (line: string): string => `- ${line}`;

/** As many items as there is room for, and how many more there are; '' for none. */
function listOf<T>(items: readonly T[], lineOf: (item: T) => string, most: number): string {
  const lines: string[] = [];
  let room = most;
  for (const item of items) {
    const line = lineOf(item);
    room -= line.length;
    if (room < 0) break;
    lines.push(line);
  }
  const more = items.length - lines.length;
  if (more > 0) lines.push(`- … ${more} more`);
  return lines.map((line) => filled(line, '  ')).join('\n');
}

/** Lines of at most {@link WIDTH}, but for a word that is longer. */
function filled(text: string, indent: string): string {
  if (text.length <= WIDTH) return text;
  const [lead = ''] = /^\s*/.exec(text) ?? [];
  const lines: string[] = [];
  let line = '';
  for (const word of text.slice(lead.length).split(' ')) {
    const longer = line === '' ? lead + word : `${line} ${word}`;
    if (line !== '' && longer.length > WIDTH) {
      lines.push(line);
      line = indent + word;
    } else line = longer;
  }
  return [...lines, line].join('\n');
}
