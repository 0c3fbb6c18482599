import { expect, test } from 'vitest';
import type { PhaseId, SessionId } from '../../../src/model/names/ids.ts';
import { phaseEnvironment, type PhasePlaces } from '../../../src/model/attempt/phaseEnvironment.ts';

const places: PhasePlaces = {
  session: 'some-session' as SessionId,
  phase: 'plan' as PhaseId,
  round: 1,
  item: null,
  attempt: 2,
  slot: 3,
  root: '/w',
  sessionDir: '/w/.cairn/sessions/some-session',
  phaseDir: '/w/.cairn/sessions/some-session/01-plan',
  packet: '/w/.cairn/sessions/some-session/PACKET.md',
  request: '/w/.cairn/sessions/some-session/REQUEST.md',
  inputs: new Map([
    ['ticket', 'AB-1'],
    ['base-URL', 'a=b\n"$HOME" {{ request }} 😀'],
    ['none', ''],
  ]),
  prompt: '/s/output/plan-2/prompt.md',
  launcher: '/opt/cairn/bin/cairn',
  pathDelimiter: ':',
};

test('a phase gets the caller’s environment and every variable of the format', () => {
  expect(phaseEnvironment({ HOME: '/h', PATH: '/bin', EMPTY: '', UNSET: undefined }, places)).toEqual({
    HOME: '/h',
    EMPTY: '',
    NO_UPDATE_NOTIFIER: '1',
    npm_config_update_notifier: 'false',
    PIP_DISABLE_PIP_VERSION_CHECK: '1',
    PATH: '/opt/cairn/bin:/bin',
    CAIRN_SESSION: 'some-session',
    CAIRN_PHASE: 'plan',
    CAIRN_ATTEMPT: '2',
    CAIRN_ROUND: '1',
    CAIRN_SLOT: '3',
    CAIRN_PHASE_DIR: '/w/.cairn/sessions/some-session/01-plan',
    CAIRN_SESSION_DIR: '/w/.cairn/sessions/some-session',
    CAIRN_PACKET: '/w/.cairn/sessions/some-session/PACKET.md',
    CAIRN_REQUEST: '/w/.cairn/sessions/some-session/REQUEST.md',
    CAIRN_PROMPT: '/s/output/plan-2/prompt.md',
    CAIRN_REPO: '/w',
    CAIRN_BIN: '/opt/cairn/bin/cairn',
    CAIRN_INPUT_TICKET: 'AB-1',
    CAIRN_INPUT_BASE_URL: 'a=b\n"$HOME" {{ request }} 😀',
    CAIRN_INPUT_NONE: '',
    CAIRN_EFFECT_KEY_PREFIX: 'plan/',
  });
});

test('nothing that redirects git, of a session around this one or of Electron reaches a phase; all else does', () => {
  const env = phaseEnvironment(
    {
      GIT_DIR: 'x',
      GIT_INDEX_FILE: 'y',
      GIT_CONFIG_GLOBAL: 'z',
      GIT_EDITOR: 'vi',
      GIT_SSH_COMMAND: 'ssh',
      EDITOR: 'vi',
      CAIRN_PHASE: 'outer',
      CAIRN_RUN: 'r',
      CAIRN_INPUT_OUTER: 'o',
      CAIRN_MARK: 'm',
      ELECTRON_RUN_AS_NODE: '1',
      DIGIT_X: 'stays',
    },
    { ...places, phase: null, attempt: null, round: null, phaseDir: null, packet: null, prompt: null },
  );
  expect(Object.keys(env).sort()).toEqual([
    'CAIRN_BIN',
    'CAIRN_INPUT_BASE_URL',
    'CAIRN_INPUT_NONE',
    'CAIRN_INPUT_TICKET',
    'CAIRN_MARK',
    'CAIRN_REPO',
    'CAIRN_REQUEST',
    'CAIRN_SESSION',
    'CAIRN_SESSION_DIR',
    'CAIRN_SLOT',
    'DIGIT_X',
    'EDITOR',
    'GIT_CONFIG_GLOBAL',
    'GIT_EDITOR',
    'GIT_SSH_COMMAND',
    'NO_UPDATE_NOTIFIER',
    'PATH',
    'PIP_DISABLE_PIP_VERSION_CHECK',
    'npm_config_update_notifier',
  ]);
});

test('package managers say nothing of what is new with them, unless the caller wants to hear of it', () => {
  const said = { npm_config_update_notifier: 'true', PIP_DISABLE_PIP_VERSION_CHECK: '' };
  expect(phaseEnvironment(said, places)).toMatchObject({ ...said, NO_UPDATE_NOTIFIER: '1' });
});

test('on Windows the one PATH that is there is the one that grows, however it is spelled', () => {
  const env = phaseEnvironment(
    { Path: 'C:\\Windows', git_dir: 'x', Electron_Run_As_Node: '1' },
    { ...places, launcher: 'C:\\cairn\\cairn.cmd', pathDelimiter: ';' },
  );
  expect([env['Path'], env['PATH'], env['git_dir'], env['Electron_Run_As_Node']]).toEqual([
    'C:\\cairn;C:\\Windows',
    undefined,
    undefined,
    undefined,
  ]);
});

test('without a PATH the launcher’s folder is all of it', () => {
  expect(phaseEnvironment({}, places)['PATH']).toBe('/opt/cairn/bin');
});
