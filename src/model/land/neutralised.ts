/** The keys of a tracker behind a word that closes: `closes PROJ-12, PROJ-13 and PROJ-14`. */
const CLOSED_KEYS =
  /\b(?:[Cc]los(?:e[sd]?|ing)|[Ff]ix(?:e[sd]|ing)?|[Rr]esolv(?:e[sd]?|ing)|[Ii]mplement(?:s|ed|ing)?|[Rr]eopen(?:s|ed|ing)?)\b[:\s]*(?:[Ii]ssues?\s+)?(?:[A-Z][A-Z0-9_]+-\d+(?:[,\s]+(?:and\s+)?)?)+/g;

/** What hosts, trackers and builds act on where they find it in the message of a commit, and what is written instead. */
const RULES: readonly (readonly [found: RegExp, instead: string])[] = [
  // A mention. In an address, something stands before it.
  [/(?<![A-Za-z0-9_])@(?=[\p{L}\p{N}_])/gu, '@ '],
  // `#1`, `owner/repo#1`, `AB#1`; a transition such as `PROJ-1 #done`.
  [/#(?=\d)/g, '# '],
  [/(?<![\w/])#(?=[A-Za-z])/g, '# '],
  [/\+(?=semver[ \t]*:)/gi, '+ '],
  [/\bGH-(?=\d)/gi, '$& '],
  [/(?<!\w)!(?=\d)/g, '! '],
  [/\b(?:issues|pulls?|pull-requests|merge_requests|work_items|browse)\/(?=[\w-]*\d)/gi, '$& '],
  // `[skip ci]`, `[ci skip]`, `[no ci]`, `[CF-Pages-Skip]`, `***NO_CI***`.
  [/\[((?:skip|no)[\s_-][^\][]{1,40}|[^\][]{1,40}[\s_-]skip)\]/gi, '($1)'],
  [/\*{3}\s*NO_CI\s*\*{3}/gi, '(NO_CI)'],
  // A trailer: `Signed-off-by:`, `Change-Id:`, `BREAKING CHANGE:`.
  [
    /(?<![\w"./-])([A-Za-z](?:[A-Za-z0-9]*-)+[A-Za-z0-9]+|BREAKING CHANGES?|Differential Revision|Cc)(?=[ \t]*:)/gi,
    '"$1"',
  ],
  // A quick action of a host stands at the beginning of a line.
  [/^\/(?=[a-z])/gm, ' /'],
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
