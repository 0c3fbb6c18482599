import { agentsCommand } from './agentsCommand.ts';
import type { Command } from './command.ts';
import { decideCommands } from './decideCommands.ts';
import { endCommands } from './endCommands.ts';
import { effectCommand } from './effectCommand.ts';
import { forkCommand } from './forkCommand.ts';
import { initCommand } from './initCommand.ts';
import { landCommand } from './landCommand.ts';
import { listCommand, logCommand, statusCommand } from './overviewCommands.ts';
import { diffCommand } from './diffCommand.ts';
import { packetCommand, pathCommand, showCommand } from './fileCommands.ts';
import { rescueCommand } from './rescueCommand.ts';
import { restoreCommand } from './restoreCommand.ts';
import { resumeCommand } from './resumeCommand.ts';
import { steerCommand } from './steerCommand.ts';
import { startCommand } from './startCommand.ts';
import { trustCommand } from './trustCommand.ts';
import { verifyCommand } from './verifyCommand.ts';

/** Every command, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  initCommand,
  startCommand,
  resumeCommand,
  listCommand,
  statusCommand,
  logCommand,
  diffCommand,
  packetCommand,
  showCommand,
  pathCommand,
  ...decideCommands,
  steerCommand,
  effectCommand,
  restoreCommand,
  forkCommand,
  rescueCommand,
  landCommand,
  trustCommand,
  ...endCommands,
  verifyCommand,
  agentsCommand,
];
