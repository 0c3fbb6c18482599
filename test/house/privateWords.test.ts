import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../../src/cli/commands/commands.ts';
import { runLine } from '../cli/runLine.ts';

/** Words that mean something in Cairn alone, or something else than elsewhere. Whoever reads one has to be told what it is. */
const PRIVATE = {
  rescue: /\brescues?\b/i,
  settle: /\bsettled?\b/i,
  'in doubt': /\bin doubt\b/i,
  superseded: /\bsuperseded\b/i,
  gate: /\bgates?\b/i,
  tip: /\btips?\b/i,
  lease: /\bleases?\b/i,
  slot: /\bslots?\b/i,
  epoch: /\bepochs?\b/i,
  seq: /\bseq\b/i,
  drives: /\b(?:drives|driven|drivers?)\b/i,
  ledger: /\bledgers?\b/i,
  packet: /\bpackets?\b/i,
  footing: /\bfooting\b/i,
} as const;
type Word = keyof typeof PRIVATE;

/**
 * Where one stands all the same: the words that it stands in first, which say what it is. What is typed (`cairn rescue`, flags,
 * paths) is no prose. Surfaces: a help, a page, all titles and descriptions of the window.
 */
const EXPLAINED: Readonly<Record<string, Partial<Record<Word, string>>>> = {
  'cairn --help': { packet: 'the summary that a phase gives to the next one (its context packet)' },
  'cairn effect --help': {
    settle: '(to settle: say what you found)',
    'in doubt': 'nobody knows whether it happened: that is *in doubt*',
  },
  'cairn ledger --help': { ledger: 'The ledger, which is the list of all of it' },
  'cairn packet --help': { packet: 'the summary that a phase gives to the next one (its context packet)' },
  'cairn rescue --help': { rescue: 'A rescue is such work, kept as a commit' },
  'docs/agents.md': {
    // git's own word.
    drives: 'filters, drivers and',
    packet: 'what the next phase is told (its context packet)',
  },
  'docs/effects.md': {
    'in doubt': 'the probe says whether it happened. Without one it is *in doubt*',
  },
  'docs/limits.md': {
    rescue: 'rescue (work that was kept aside)',
    'in doubt': 'in doubt: nobody knows whether it happened',
    drives: 'runs no merge driver of yours',
    packet: 'What its phases were told by earlier ones (context packets)',
  },
  'docs/sharing.md': { rescue: 'work kept aside (a rescue)' },
  'docs/workflows.md': {
    gate: 'artifacts there and as asked, checks passed, is the *gate* of a phase',
    slot: 'in a worktree of its own (its *slot*)',
    ledger: 'ledger of the phase (the list of all that was noted)',
    packet: 'what a phase hands on (its context packet)',
  },
  'README.md': { packet: 'a summary for the next phase (its context packet' },
  'cairn resume --help': { rescue: 'kept aside (rescue)' },
};

/** A message is read alone. Words that say in the same one what a private word is. */
const SAID_WITH: Partial<Record<Word, RegExp>> = {
  // The number by which it is called, behind what it is.
  rescue: /kept aside|rescued work|^rescue […$]/i,
  packet: /context packet|summary/i,
  'in doubt': /nobody knows/i,
  settle: /say what you found|"settle"/,
};

/** What is typed, or names a file. */
const prose = (text: string): string =>
  text
    .replaceAll(/```[^]*?```/g, ' ')
    .replaceAll(/^(?:Usage:.*| {2}cairn .*| {2}[a-z]+(?: <\w+>)? {2,})/gm, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/`[^`]*`|\]\([^)]*\)|^(?:rescue|effect) [a-z]+$/g, ' ')
    .replaceAll(/\bcairn [a-z]+(?: [a-z]+)?\b|--[a-z-]+/g, ' ')
    .replaceAll(/\s+/g, ' ');

function unexplained(surface: string, text: string): readonly string[] {
  const read = prose(text);
  return (Object.keys(PRIVATE) as Word[]).flatMap((word) => {
    const at = PRIVATE[word].exec(read)?.index;
    const said = EXPLAINED[surface]?.[word];
    if (at === undefined) return said === undefined ? [] : [`${surface} has no "${word}" any more`];
    const begins = said === undefined ? -1 : read.indexOf(said);
    const isIn = said !== undefined && begins !== -1 && begins <= at && at < begins + said.length;
    return isIn ? [] : [`${surface}: "${read.slice(Math.max(0, at - 40), at + 40)}"`];
  });
}

/** Those for whoever uses Cairn. The weaknesses are for whoever works on it, in the words of FORMAT.md. */
const PAGES = ['README.md', ...globSync('docs/*.md').toSorted()].filter(
  (page) => page !== 'docs/weaknesses.md',
);

describe('a word that only Cairn has is explained where it first stands', () => {
  it.each(['', ...COMMANDS.map(({ name }) => name)])('in cairn %s --help', async (name) => {
    const words = [...(name === '' ? [] : [name]), '--help'];
    const { out } = await runLine(words);
    expect(unexplained(`cairn ${words.join(' ')}`, out)).toEqual([]);
  });

  it.each(PAGES)('in %s', (page) => {
    expect(unexplained(page, readFileSync(page, 'utf8'))).toEqual([]);
  });

  it('in titles and descriptions of the window', () => {
    const { contributes, capabilities } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<
      string,
      unknown
    >;
    expect(unexplained('package.json', textsIn([contributes, capabilities]).join('\n'))).toEqual([]);
  });

  it('in each message, which is read alone', () => {
    const files = globSync(['src/sentences/**/*.ts', 'src/cli/**/*.ts', 'src/vscode/**/*.ts']);
    const helps = JSON.stringify(COMMANDS);
    const found = files.flatMap((file) =>
      literalsIn(readFileSync(file, 'utf8'))
        .filter((text) => !helps.includes(text))
        .flatMap((text) =>
          (Object.keys(PRIVATE) as Word[])
            .filter((word) => PRIVATE[word].test(prose(text)) && SAID_WITH[word]?.test(text) !== true)
            .map((word) => `${file}: ${word}: ${text}`),
        ),
    );
    expect(found).toEqual([]);
  });
});

const TEXT_KEYS = /^(?:title|shortTitle|description|markdownDescription|contents|altText|name)$/;

function textsIn(value: unknown, key = ''): readonly string[] {
  if (typeof value === 'string') return TEXT_KEYS.test(key) ? [value] : [];
  if (Array.isArray(value))
    return value.flatMap((one) =>
      /[dD]escriptions$/.test(key) ? textsIn(one, 'description') : textsIn(one, key),
    );
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => textsIn(one, name));
}

/** Texts of several words in code, without what is put into them. */
function literalsIn(code: string): readonly string[] {
  const bare = code.replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$|^(?:import|export) .*from .*$|^} from .*$/gm, '');
  return [...withoutValues(bare).matchAll(/'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g)]
    .map(([all]) => all.slice(1, -1).replaceAll(/\\`[^`]*\\`/g, ' '))
    .filter((text) => text.trim().includes(' '));
}

/** From within: what stands in a value has texts of its own, which follow. */
function withoutValues(code: string): string {
  const inner = /\$\{((?:[^${}`]|\$(?!\{))*)\}/g;
  const values: string[] = [];
  let rest = code;
  for (let before = ''; before !== rest;) {
    before = rest;
    rest = rest.replaceAll(inner, (_, value: string) => {
      values.push(value);
      return '…';
    });
    // A text within a value is taken out whole.
    rest = rest.replaceAll(/(\$\{[^`{}]*)`([^`$]*)`/g, (_, lead: string, text: string) => {
      values.push(`'${text.replaceAll(/['\n]/g, ' ')}'`);
      return `${lead}…`;
    });
  }
  return [rest, ...values].join('\n');
}
