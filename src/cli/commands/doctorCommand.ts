import { checkUp, type CheckLine, type CheckUp } from '../../model/machine/checkUp.ts';
import { checkWords } from '../../sentences/checkUpWords.ts';
import { checkUpLines, TERMINAL_VOICE } from '../output/checkUpLines.ts';
import { EXIT } from '../output/exitCodes.ts';
import { plain } from '../terminal/plainText.ts';
import { agentsAnswer, USE } from './agentsCommand.ts';
import type { Command } from './command.ts';
import { isSet, textOf } from './typed.ts';

export const doctorCommand: Command = {
  name: 'doctor',
  group: 'When something is wrong',
  words: [],
  options: [
    { flags: '--agents', does: 'only the coding agents: which are installed, and what installs the others' },
    USE,
  ],
  does: 'check this machine: git, Node, agents, disk, and what to do where something is missing',
  more: 'Each line is ok, worth a look, or to be mended before a session can run here; the exit code is 1 while something is. No network is asked, no model, and no program of the repository is run.',
  examples: [
    ['cairn doctor', 'everything that a session needs'],
    ['cairn doctor --agents', 'who could do the work here'],
    ['cairn doctor --use opencode', 'phases that name no agent are done by opencode, here and in VS Code'],
  ],
  async run(context, typed) {
    const use = textOf(typed, 'use');
    if (use !== null || isSet(typed, 'agents')) return agentsAnswer(context, use);
    const result = checkUp(await context.machine());
    return {
      exit: result.canRun ? EXIT.done : EXIT.unexpected,
      json: checkUpJson(result),
      text: checkUpLines(result, context),
    };
  },
};

const checkUpJson = ({ canRun, lines }: CheckUp): unknown => ({
  canRun,
  checks: lines.map((line) => {
    const { found, todo } = checkWords(line, TERMINAL_VOICE);
    const { about, verdict } = line;
    return { about, name: nameOf(line), verdict, found: plain(found), todo: todo.map(plain) };
  }),
});

/** Which of several. */
function nameOf(line: CheckLine): string | null {
  if (line.about === 'agent' || line.about === 'place') return line.fact.name;
  return line.about === 'settings' ? line.fact.file : null;
}
