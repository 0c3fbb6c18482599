/**
 * An engine to be killed: runs the command of its first argument, and those after the second at the same time, below one
 * supervisor, in the folder of its second.
 */
import { realProcesses, runCommand } from '../support/realProcesses.ts';

const [command = '', cwd = '.', ...more] = process.argv.slice(2);
const processes = realProcesses();
await Promise.all(
  [command, ...more].map((one) =>
    runCommand(one, { cwd, onStarted: async (group) => console.log(JSON.stringify(group)) }, processes),
  ),
);
