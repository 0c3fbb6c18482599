import { SECTION_WORDS, sectionNamed } from '../../model/ledger/ledgerSections.ts';
import type { LedgerEntry } from '../../session/results.ts';
import { ledgerText } from '../output/ledgerText.ts';
import type { Command } from './command.ts';
import { SESSION_WORD, sessionOf, textOf, wrong } from './typed.ts';

export const ledgerCommand: Command = {
  name: 'ledger',
  group: 'Look',
  words: [SESSION_WORD],
  options: [
    { flags: '--section <name>', does: `only ${Object.values(SECTION_WORDS).join(', ')}` },
    { flags: '--grep <text>', does: 'only items that have this text, in them or in their id' },
  ],
  does: 'print everything that the phases have handed on',
  more: 'A packet holds what fits its budget; the ledger holds all of it, with the phase that said it and whether a question is answered.',
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
