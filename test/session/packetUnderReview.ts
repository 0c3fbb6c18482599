import { expect } from 'vitest';
import { DEMO, type Flow, type Stage } from '../support/session.ts';
import { onceSaid } from '../support/sideBySide.ts';
import { until } from '../support/until.ts';

/** A session of which one phase waits for a look at its packet while others go on. */

export const FOLDER = `.cairn/sessions/${DEMO}`;
const PACKETS = { left: '02-left', right: '03-right' };

export const flow = (right: object = {}, left: object = {}): Flow => ({
  schema: 2,
  parallel: 2,
  phases: [
    { id: 'first' },
    { id: 'left', needs: ['first'], packet: { review: true }, ...left },
    { id: 'right', needs: ['first'], ...right },
    { id: 'join', needs: ['left', 'right'] },
  ],
});
export const handsOn = (...lines: readonly string[]): string =>
  `printf '%s\\n' ${lines.map((line) => `'${line}'`).join(' ')} > "$CAIRN_PHASE_DIR/HANDOFF.md"`;
/** Publishes no file of the product: nothing moves for who works beside it. */
export const QUIET = 'echo result > "$CAIRN_PHASE_DIR/result.md"';

/** `left` waits for a look at its packet, `right` was published since, with `usual` or without a file of the product. */
export async function passed(s: Stage, work: string = 'usual'): Promise<void> {
  await s.agent.part('first', `usual\n${handsOn('## Decisions', '- use md5', '- use a cookie')}`);
  await s.agent.part(
    'left',
    `${work}\n${handsOn('## Decisions', '- left keeps', '- left says', '- left drops')}`,
  );
  await s.agent.part(
    'right',
    `${onceSaid('left waits for a look')}\n${work}\n${handsOn('## Decisions', '- right says')}`,
  );
  await s.start();
}

export const pathOf = (phase: keyof typeof PACKETS): string => `${FOLDER}/${PACKETS[phase]}/PACKET.md`;
export const packetOf = async (s: Stage, phase: keyof typeof PACKETS): Promise<string> =>
  (await s.worktree(phase)).read(pathOf(phase));
export async function edit(
  s: Stage,
  phase: keyof typeof PACKETS,
  ...edits: readonly (readonly [string, string])[]
) {
  const text = await packetOf(s, phase);
  const edited = edits.reduce((now, [from, to]) => now.replace(from, to), text);
  expect(edited).not.toBe(text);
  await (await s.worktree(phase)).write(pathOf(phase), edited);
}
export const shown = (s: Stage, path: string): Promise<string> =>
  s.repo.git('show', `cairn/demo:${FOLDER}/${path}`);
export const decisionsIn = (packet: string): readonly string[] =>
  packet
    .split('\n')
    .filter((line) => /^(?:- \[|\d+\. )/.test(line) && !line.includes('Approved by'))
    .map((line) => line.replace(/^(?:- |\d+\. )/, ''));
export const holding = async (s: Stage): Promise<readonly string[]> =>
  (await s.api.ledger(DEMO))
    .filter(
      ({ section, removedBy, text }) =>
        section === 'decisions' && removedBy === null && !text.includes('Approved'),
    )
    .map(({ id, text }) => `${id.replace(/\..*/, '')}: ${text}`);

export async function leftWaits(s: Stage): Promise<void> {
  const waits = async (): Promise<boolean> => {
    const phases = (await s.api.list()).length === 0 ? [] : (await s.api.status(DEMO)).phases;
    return phases.some(({ id, status }) => id === 'left' && status === 'waiting');
  };
  await until(waits);
}
