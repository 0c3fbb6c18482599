import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { behindSandbox } from '../../src/process/behindSandbox.ts';

const OWN = { PATH: '/usr/bin:/bin', HOME: '/home/ann' };

test('a sandbox starts with the variables of the person, and what it runs with those of the session', () => {
  const given = {
    ...OWN,
    PATH: '/tree/bin',
    LD_PRELOAD: '/tree/evil.so',
    CAIRN_PHASE: 'one',
    GREETING: 'a "b" $(c)\n',
  };
  const { command, env } = behindSandbox({ command: 'npm test', env: given }, OWN);
  expect(env).toEqual({
    ...OWN,
    CAIRN_PHASE: 'one',
    CAIRN_SET: 'PATH LD_PRELOAD GREETING',
    CAIRN_SET_PATH: '/tree/bin',
    CAIRN_SET_LD_PRELOAD: '/tree/evil.so',
    CAIRN_SET_GREETING: given.GREETING,
  });
  expect(command.slice(-4)).toEqual(['sh', '/bin/sh', '-c', 'npm test']);
  expect(JSON.stringify(command)).not.toContain('evil');
});

test('what it runs finds each value as it was given, and no other name', () => {
  const given = { ...OWN, GREETING: 'a "b" $(c) `d`\n', EMPTY: '', name: 'n' };
  const { command, env } = behindSandbox(
    { command: [process.execPath, '-p', 'JSON.stringify(process.env)'], env: given },
    OWN,
  );
  const [program = '', ...args] = command;
  const seen = JSON.parse(execFileSync(program, args, { env, encoding: 'utf8' })) as Record<string, string>;
  expect(seen).toMatchObject(given);
  expect(Object.keys(seen).filter((name) => name.startsWith('CAIRN_'))).toEqual([]);
});

test('a variable that the session has not is not given back by the sandbox; a name that no shell can export is left out', () => {
  const { command, env } = behindSandbox(
    { command: ['true'], env: { PATH: OWN.PATH, 'BASH_FUNC_ls%%': '() { evil; }' } },
    OWN,
  );
  expect(env).toEqual({ PATH: OWN.PATH });
  expect(command).toEqual(['true']);
});

test("Cairn's own variables are those of the session, also within a phase of another one", () => {
  const own = { ...OWN, CAIRN_SESSION: 'outer', CAIRN_PHASE: 'plan' };
  const { env } = behindSandbox({ command: ['true'], env: { ...OWN, CAIRN_SESSION: 'inner' } }, own);
  expect(env).toEqual({ ...OWN, CAIRN_SESSION: 'inner' });
});
