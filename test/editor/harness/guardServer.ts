/**
 * Stands between a test and the server of VS Code, so that no server outlives its test.
 *
 * A test that is killed runs no clean-up, but its end of our standard input closes: then the whole process group goes,
 * with the extension hosts and terminals in it. Arguments: those of the server's Node.
 */
import { spawn } from 'node:child_process';

const server = spawn(process.execPath, process.argv.slice(2), { stdio: ['ignore', 'inherit', 'inherit'] });
server.once('exit', () => end());
process.stdin.once('end', () => end()).once('error', () => end());
process.stdin.resume();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => end());

function end(): void {
  if (process.platform === 'win32') {
    spawn('taskkill', ['/PID', String(process.pid), '/T', '/F']);
    return;
  }
  // startServer made us leader of a group of our own; the group's end includes us.
  process.kill(-process.pid, 'SIGKILL');
}
