/** An engine to be killed: runs the command of its first argument below a supervisor, in the folder of its second. */
import { runCommand } from '../support/realProcesses.ts';

const [command = '', cwd = '.'] = process.argv.slice(2);
await runCommand(command, { cwd, onStarted: async (group) => console.log(JSON.stringify(group)) });
