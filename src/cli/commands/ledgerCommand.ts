import { SECTION_WORDS, sectionNamed } from '../../model/ledger/ledgerSections.ts';
import type { LedgerEntry } from '../../session/results.ts';
import { ledgerText } from '../output/ledgerText.ts';
import type { Command } from './command.ts';
import { SESSION_WORD, sessionOf, textOf, wrong } from './typed.ts';

export const ledgerCommand: Command = {
  name: 'ledger',
  group: 'Rarely',
  words: [SESSION_WORD],
  options: [
    { flags: '--section <name>', does: `only ${Object.values(SECTION_WORDS).join(', ')}` },
    { flags: '--grep <text>', does: 'only items with this text, in them or in their id' },
  ],
  does: 'print what the phases have told each other: decisions, open questions, limits',
  more: 'The ledger, which is the list of all of it, names the phase that said each thing and tells whether a question is answered. What a phase is given of it is shorter: `cairn packet`.',
  examples: [
    ['cairn ledger --section questions', 'what was asked, and what is still open'],
    ['cairn ledger --grep login', 'everything about the login'],
  ],
  async run(context, typed) {
    const word = textOf(typed, 'section');
    const section = word === null ? null : sectionNamed(word);
    if (word !== null && section === null)
      throw wrong(
        '--section',
        `there is no section ${JSON.stringify(word)}; they are ${Object.values(SECTION_WORDS).join(', ')}`,
      );
    const api = await context.api();
    const session = await sessionOf(api, 'ledger', typed.words[0]);
    const all = await api.ledger(session);
    const grep = textOf(typed, 'grep');
    const items = all.filter(
      (entry) => (section === null || entry.section === SECTION_WORDS[section]) && has(entry, grep),
    );
    return { exit: 0, json: { session, items }, text: ledgerText(items, all.length, context) };
  },
};

function has({ id, text }: LedgerEntry, wanted: string | null): boolean {
  const sought = wanted?.toLowerCase() ?? '';
  return [id, text].some((part) => part.toLowerCase().includes(sought));
}
