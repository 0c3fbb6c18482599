import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { withinTime } from '../../src/host/withinTime.ts';

test('a task that ends in time has its value, one that does not has none', () => {
  expect(withinTime(1_000, () => 7)).toEqual({ value: 7 });
  expect(withinTime(50, () => /^(a+)+$/.test(`${'a'.repeat(40)}b`))).toBeNull();
});

test('a task whose process stood still meanwhile has had no time: it is begun again', async () => {
  const module = fileURLToPath(new URL('../../src/host/withinTime.ts', import.meta.url));
  const script = `
    import { writeSync } from 'node:fs';
    import { withinTime } from ${JSON.stringify(module)};
    let begun = false;
    const found = withinTime(400, () => {
      const isFirst = !begun;
      begun = true;
      if (isFirst) writeSync(1, 'begun ');
      // As long as it takes to be stopped.
      for (const until = Date.now() + 100; Date.now() < until; );
      return 7;
    });
    writeSync(1, JSON.stringify(found));`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (text: Buffer) => (said += text.toString()));
  await once(child.stdout, 'data');
  child.kill('SIGSTOP');
  await sleep(800);
  child.kill('SIGCONT');
  await once(child, 'close');
  expect(said).toBe('begun {"value":7}');
});
