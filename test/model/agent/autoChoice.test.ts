import { describe, expect, test } from 'vitest';
import { parseAgentSettings } from '../../../src/model/agent/agentSettings.ts';
import { withAuto } from '../../../src/model/agent/autoChoice.ts';

const FILE = 'agents.yaml';
const WRITTEN = `# mine
agents:
  careful:   # slow
    kind: acp
    command: [gemini,   --acp]
`;

describe('what auto means', () => {
  test.each<[string, string | null]>([
    ['', null],
    ['# nothing yet\n', null],
    [WRITTEN, null],
    ['auto: claude\n', 'claude'],
    ['auto: auto\n', null],
    [`{"auto": "careful", "agents": {}}`, 'careful'],
  ])('%j says %s', (text, name) => {
    expect(parseAgentSettings(FILE, text)).toMatchObject({ ok: true, value: { auto: name } });
  });

  test.each(['auto: 3\n', 'auto: ""\n', 'auto: a b\n', 'auto: ../x\n', 'auto: [a]\n'])(
    '%j is a mistake',
    (text) => expect(parseAgentSettings(FILE, text).ok).toBe(false),
  );
});

describe('a choice that is written down', () => {
  test('leaves all else as it was, comments and spaces too', () => {
    const chosen = withAuto(FILE, WRITTEN, 'opencode');
    expect(chosen).toBe(`auto: opencode\n${WRITTEN}`);
    expect(withAuto(FILE, chosen, 'claude')).toBe(`auto: claude\n${WRITTEN}`);
    expect(withAuto(FILE, chosen, null)).toBe(WRITTEN);
    expect(withAuto(FILE, WRITTEN, null)).toBe(WRITTEN);
    expect(withAuto(FILE, '', 'claude')).toBe('auto: claude\n');
    expect(withAuto(FILE, `${WRITTEN}auto: x # why\n`, 'y')).toBe(`${WRITTEN}auto: y\n`);
  });

  test.each([
    '{"agents": {"a": {"kind": "manual"}}}',
    '---\nagents: {}\n',
    'agents: {}\n...\n',
    '"auto": b\n',
  ])('is understood whatever way the file is written: %j', (text) => {
    const before = parseAgentSettings(FILE, text);
    const value = before.ok ? before.value : null;
    for (const auto of ['opencode', null])
      expect(parseAgentSettings(FILE, withAuto(FILE, text, auto))).toEqual({
        ok: true,
        value: { ...value, auto },
      });
  });
});
