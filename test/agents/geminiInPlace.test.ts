import { join } from 'node:path';
import { expect, test } from 'vitest';
import { gemini } from '../support/agents/gemini.ts';
import { writeFileCall } from '../support/model/agentTools.ts';
import type { ModelRequest } from '../support/model/script.ts';
import { scriptedModel } from '../support/model/scriptedModel.ts';
import { call, say, type Reply } from '../support/model/turn.ts';
import { DEMO, stage } from '../support/session.ts';
import { THOROUGH } from '../support/thorough.ts';

test(
  'in place Gemini CLI does two phases, although it refuses to read the session’s folder: it is told what is there',
  THOROUGH,
  async () => {
    const model = await scriptedModel([say('done')]);
    const s = await stage({ agent: 'real', phases: [{ id: 'one' }, { id: 'two' }] });
    const { acp } = await gemini({ url: model.url, home: join(s.repo.root, '..', 'home') });
    const seat = await s.seat({ agents: { real: { kind: 'acp', ...acp } } });
    const folder = (phase: string): string => join(s.repo.root, `.cairn/sessions/${DEMO}/${phase}`);
    const read: string[] = [];
    const told: string[] = [];
    const does = ({ tools, results, conversation }: ModelRequest): Reply => {
      const prompt =
        conversation.map(({ text }) => text).find((text) => text.includes('You do one phase')) ?? '';
      const isFirst = prompt.includes('phase 1 of 2');
      const write = (path: string, text: string): ReturnType<typeof writeFileCall> =>
        writeFileCall(tools, path, text);
      if (isFirst)
        return results.length > 0
          ? say('The plan is there.')
          : call(
              write(join(folder('01-one'), 'result.md'), 'Blue is the colour.\nIt stays blue.\n'),
              write(join(folder('01-one'), 'HANDOFF.md'), '## Decisions\n- blue\n'),
              write(join(s.repo.root, 'src/one.txt'), 'one\n'),
            );
      if (results.length === 0) {
        told.push(prompt);
        return call({ name: 'read_file', input: { file_path: join(folder('01-one'), 'result.md') } });
      }
      if (results.length > 1) return say('Painted.');
      read.push(...results);
      return call(write(join(folder('02-two'), 'result.md'), 'Painted blue.\n'));
    };
    model.play(does);
    expect(await seat.start({ inPlace: true })).toMatchObject({ reason: 'completed' });
    expect(read.join('\n')).toMatch(/ignored/);
    expect(told[0]).toContain('Blue is the colour.\nIt stays blue.');
    expect(told[0]).toContain(`"$CAIRN_BIN" show ${DEMO} 01-one/result.md@one`);
    expect(await s.repo.git('show', `cairn/demo:.cairn/sessions/${DEMO}/01-one/HANDOFF.md`)).toContain(
      '- blue',
    );
    expect(await s.repo.git('show', `cairn/demo:.cairn/sessions/${DEMO}/02-two/result.md`)).toBe(
      'Painted blue.',
    );
    expect(await s.repo.git('status', '--porcelain')).toBe('?? src/');
    expect(await seat.violations()).toEqual([]);
  },
);
