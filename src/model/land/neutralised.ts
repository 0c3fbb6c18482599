/** What may stand between a word that closes and a key: blanks, one end of a line, marks of emphasis, links and quotes. */
const MARKS = '(?:[^\\S\\n]|[:*_~`"\'([<#])*';
const GAP = `${MARKS}(?:\\n${MARKS})?`;
const KEY = '[a-z][a-z0-9_]+-\\d+';
const BETWEEN = `(?:\\]\\([^()\\s]{0,200}\\))?[\\s,;&+/|:*_~\`"'<>()[\\]#]{1,8}(?:(?:and|or)\\b${GAP})?`;
const CLOSES =
  '(?:(?:clos|resolv|complet)(?:e[sd]?|ing)|fix(?:e[sd]|ing)?|(?:implement|reopen)(?:s|ed|ing)?)';

/** The keys of a tracker behind a word that closes: `closes PROJ-12, PROJ-13 and [PROJ-14](…)`. */
const CLOSED_KEYS = new RegExp(`\\b${CLOSES}\\b${GAP}(?:issues?\\b${GAP})?${KEY}(?:${BETWEEN}${KEY})*`, 'gi');

/** Within brackets, over lines, but not from one item or paragraph to the next. */
const INSIDE = '(?:[^\\][\\n]|\\n(?!\\n|- )){1,40}';

/** What hosts, trackers and builds act on where they find it in the message of a commit, and what is written instead. */
const RULES: readonly (readonly [found: RegExp, instead: string])[] = [
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
    (so, [found, instead]) => so.replace(found, instead),
    text.replace(CLOSED_KEYS, (closed) => closed.replace(/-(?=\d)/g, '- ')),
  );
