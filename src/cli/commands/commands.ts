import { agentsCommand } from './agentsCommand.ts';
import type { Command } from './command.ts';
import { doctorCommand } from './doctorCommand.ts';
import { decideCommands, steerCommand } from './decideCommands.ts';
import { endCommands, landCommand, stopCommand } from './endCommands.ts';
import { effectCommand } from './effectCommand.ts';
import { forkCommand, restoreCommand } from './restoreCommand.ts';
import { ledgerCommand } from './ledgerCommand.ts';
import { initCommand } from './initCommand.ts';
import { listCommand, logCommand } from './overviewCommands.ts';
import { diffCommand, packetCommand, pathCommand, resultCommand, showCommand } from './fileCommands.ts';
import { rescueCommand } from './rescueCommand.ts';
import { resumeCommand } from './resumeCommand.ts';
import { startCommand } from './startCommand.ts';
import { statusCommand } from './statusCommand.ts';
import { trustCommand } from './trustCommand.ts';
import { verifyCommand } from './verifyCommand.ts';

/** Every command, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  startCommand,
  resumeCommand,
  stopCommand,
  statusCommand,
  listCommand,
  diffCommand,
  resultCommand,
  logCommand,
  ...decideCommands,
  steerCommand,
  trustCommand,
  restoreCommand,
  forkCommand,
  rescueCommand,
  landCommand,
  ...endCommands,
  doctorCommand,
  verifyCommand,
  initCommand,
  pathCommand,
  showCommand,
  ledgerCommand,
  packetCommand,
  effectCommand,
  agentsCommand,
];
