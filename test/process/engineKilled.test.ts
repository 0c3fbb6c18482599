import { execFileSync, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/gitRepo.ts';
import { eventually } from '../support/realProcesses.ts';
import { THOROUGH } from '../support/thorough.ts';

const engineProgram = fileURLToPath(new URL('engineProgram.ts', import.meta.url));
const ROUNDS = 8;

test(
  'an engine killed at any moment, also while its command is being started, leaves nothing alive',
  THOROUGH,
  async () => {
    const cwd = await temporaryFolder();
    // A length of sleep that nobody else uses is how its processes are told from all others.
    const sign = `6${process.pid}.5`;
    const living = (): readonly string[] =>
      execFileSync('ps', ['-axo', 'stat=,args='], { encoding: 'utf8' })
        .split('\n')
        .filter(
          (line) =>
            line.includes(`sleep ${sign}`) && !line.startsWith('Z') && !line.includes('engineProgram'),
        );
    let alive = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const engine = spawn(process.execPath, [engineProgram, `setsid sleep ${sign} & sleep ${sign}`, cwd], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      // Half of the rounds before anything was told, half just after.
      if (round % 2 === 0) await new Promise((resolve) => engine.stdout.once('data', resolve));
      await new Promise((resolve) => setTimeout(resolve, round % 2 === 0 ? round : 60 + 45 * round));
      alive += living().length;
      engine.kill('SIGKILL');
      expect(await eventually(() => living().length === 0)).toBe(true);
    }
    expect(alive).toBeGreaterThan(0);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(living()).toEqual([]);
  },
);
