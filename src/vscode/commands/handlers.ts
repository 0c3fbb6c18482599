import { answerCommands } from './answerCommands.ts';
import { browseCommand } from './browseCommand.ts';
import { chooseAgentCommand, chooseLanguageModelCommand } from './chooseAgent.ts';
import { checkMachineCommand } from './checkMachine.ts';
import { conflictCommand } from './conflictCommand.ts';
import { doubtCommands, permissionCommands } from './permissionCommands.ts';
import { documentCommands } from './documentCommands.ts';
import { forkCommand } from './forkCommand.ts';
import { landCommand } from './landCommand.ts';
import { outputCommands } from './outputCommands.ts';
import { rescueCommands } from './rescueCommands.ts';
import { restoreCommands } from './restoreCommands.ts';
import { reviewCommands } from './reviewCommands.ts';
import { runCommands } from './runCommands.ts';
import { wordCommands } from './wordCommands.ts';
import { sessionCommands } from './sessionCommands.ts';
import type { Desk, Handlers } from './desk.ts';

/** What each command does, loaded with the first that is run: a window that only shows needs none. The type makes sure that none is missing. */
export const handlersOf = (desk: Desk): Handlers => ({
  ...runCommands(desk),
  ...chooseAgentCommand(desk),
  ...chooseLanguageModelCommand(),
  ...wordCommands(desk),
  ...answerCommands(desk),
  ...conflictCommand(desk),
  ...permissionCommands(desk),
  ...doubtCommands(desk),
  ...reviewCommands(desk),
  ...browseCommand(desk),
  ...documentCommands(desk),
  ...outputCommands(desk),
  ...restoreCommands(desk),
  ...forkCommand(desk),
  ...landCommand(desk),
  ...rescueCommands(desk),
  ...sessionCommands(desk),
  ...checkMachineCommand(desk),
});
