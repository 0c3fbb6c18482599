/** What may stand between a word that closes and a key: blanks, one end of a line, marks of emphasis, links and quotes. */
const MARKS = '(?:[^\\S\\n]|[:*_~`"\'([<#])*';
const GAP = `${MARKS}(?:\\n${MARKS})?`;
const KEY = '[a-z][a-z0-9_]+-\\d+';
const BETWEEN = `(?:\\]\\([^()\\s]{0,200}\\))?[\\s,;&+/|:*_~\`"'<>()[\\]#]{1,8}(?:(?:and|or)\\b${GAP})?`;
const CLOSES =
  '(?:(?:clos|resolv|complet)(?:e[sd]?|ing)|fix(?:e[sd]|ing)?|(?:implement|reopen)(?:s|ed|ing)?)';

/** The keys of a tracker behind a word that closes: `closes PROJ-12, PROJ-13 and [PROJ-14](…)`. */
const CLOSED_KEYS = new RegExp(`\\b${CLOSES}\\b${GAP}(?:issues?\\b${GAP})?${KEY}(?:${BETWEEN}${KEY})*`, 'gi');

const ISSUE = '(?:(?:[\\w.-]{1,100}\\/[\\w.-]{1,100}|AB)?[#!]|GH-|https?:\\/\\/\\S{1,300}\\/)\\d+';

/** Issues of a host in the same place. Where they stand elsewhere they are referred to, and no more. */
const CLOSED_ISSUES = new RegExp(
  `\\b${CLOSES}\\b${GAP}(?:issues?\\b${GAP})?${ISSUE}(?:${BETWEEN}${ISSUE})*`,
  'gi',
);

/** Within brackets, over lines, but not from one item or paragraph to the next. */
const INSIDE = '(?:[^\\][\\n]|\\n(?!\\n|- )){1,40}';

type Rule = readonly [found: RegExp, instead: string | ((found: string) => string)];

/** What hosts, trackers and builds act on where they find it in the message of a commit, and what is written instead. */
const RULES: readonly Rule[] = [
  [CLOSED_KEYS, (closed) => closed.replace(/-(?=\d)/g, '- ')],
  // A mention, also as `@"name"` and `@{id}`. In an address, something stands before it.
  [/(?<![A-Za-z0-9_])@(?=[\p{L}\p{N}_"{<])/gu, '@ '],
  // `#1`, `owner/repo#1`, `AB#1`; a transition such as `PROJ-1 #done`.
  [/#(?=\d)/g, '# '],
  [/(?<![\w/])#(?=\p{L})/gu, '# '],
  [/\+(?=semver[ \t]*:)/gi, '+ '],
  [/\bGH-(?=\d)/gi, '$& '],
  [/!(?=\d)/g, '! '],
  [/\b(?:issues?|pulls?|pull-requests|merge_requests|work_items|browse)\/(?=[\w-]*\d)/gi, '$& '],
  // `[skip ci]`, `[ ci skip ]`, `[no ci]`, `[CF-Pages-Skip]`, `***NO_CI***`.
  [
    new RegExp(
      `\\[(\\s{0,8}(?:skip|no)(?!\\n\\n|\\n- )[\\s_-]${INSIDE}|${INSIDE}[\\s_-]skip\\s{0,8})\\]`,
      'gi',
    ),
    '($1)',
  ],
  [/\*{3}[^\S\n]*\n?[^\S\n]*NO_CI[^\S\n]*\n?[^\S\n]*\*{3}/gi, '(NO_CI)'],
  // A trailer: `Signed-off-by:`, `Change-Id:`, `BREAKING CHANGE:`. One of a single word is an ordinary word within a line.
  [
    /(?<![\w"./-])([A-Za-z](?:[A-Za-z0-9]*-)+[A-Za-z0-9]+|BREAKING(?=\s)[^\S\n]{0,8}\n?[^\S\n]{0,8}CHANGES?|Differential Revision|Cc)(?=[ \t]*:)/gi,
    '"$1"',
  ],
  [/^(Fixes|Closes|Resolves|Completes|Implements|Reopens|Refs|Bug)(?=[ \t]*:)/gim, '"$1"'],
  // A quick action of a host stands at the beginning of a line.
  [/^\/(?=[a-z])/gim, '/ '],
];

/**
 * A text of an agent, or from elsewhere, that acts on nothing once it is in the message of a commit: it mentions nobody, closes or
 * moves no issue, skips no build and forges no trailer. It stays readable: what would act gets a space, quotes or other brackets.
 */
export const neutralised = (text: string): string =>
  RULES.reduce(
    (so, [found, instead]) =>
      typeof instead === 'string' ? so.replace(found, instead) : so.replace(found, instead),
    text,
  );

/** A part of a message. `stays`: a person wrote it here, and may act with it. */
export interface Piece {
  readonly text: string;
  readonly stays: boolean;
}

/** The pieces as one text, in which nothing acts but what stands as a whole in one that stays: what two of them make does not. */
export function joined(pieces: readonly Piece[]): string {
  let so: Owned = {
    text: pieces.map(({ text }) => text).join(''),
    owners: pieces.flatMap(({ text, stays }, at) => Array<number>(text.length).fill(stays ? at : NOBODY)),
  };
  // First, as what it breaks is then no issue any more.
  for (const rule of [CLOSES_ISSUES, ...RULES]) so = replacedBetween(so, rule);
  return so.text;
}

/** A text, and for each of its units the piece that it is of. */
interface Owned {
  readonly text: string;
  readonly owners: readonly number[];
}

const NOBODY = -1;

const CLOSES_ISSUES: Rule = [CLOSED_ISSUES, neutralised];

function replacedBetween({ text, owners }: Owned, [found, instead]: Rule): Owned {
  const parts: { readonly text: string; readonly owners: readonly number[] }[] = [];
  let from = 0;
  for (const match of text.matchAll(found)) {
    const end = match.index + match[0].length;
    if (isOfOne({ text, owners }, match.index, found.source.includes('(?=') ? behindBlanks(text, end) : end))
      continue;
    const then = typeof instead === 'string' ? filledIn(instead, match) : instead(match[0]);
    parts.push({ text: text.slice(from, match.index), owners: owners.slice(from, match.index) });
    parts.push({ text: then, owners: Array<number>(then.length).fill(NOBODY) });
    from = end;
  }
  parts.push({ text: text.slice(from), owners: owners.slice(from) });
  return {
    text: parts.map((part) => part.text).join(''),
    owners: parts.flatMap((part) => part.owners),
  };
}

/** Whether all of it, up to `end`, is of one piece that stays. */
function isOfOne({ owners }: Owned, from: number, end: number): boolean {
  const [owner] = owners.slice(from, from + 1);
  return owner !== NOBODY && owners.slice(from, end).every((one) => one === owner);
}

/** What a rule looks for behind what it replaces is part of what acts. */
const behindBlanks = (text: string, end: number): number =>
  end + (/^[ \t]*/.exec(text.slice(end, end + 64))?.[0].length ?? 0) + 1;

const filledIn = (instead: string, match: RegExpExecArray): string =>
  instead.replace(/\$[&1]/g, (mark) => (mark === '$&' ? match[0] : match[1]) ?? '');
