import { expect, test } from 'vitest';
import { elsewhere } from '../support/otherMachine.ts';
import { stage } from '../support/memoryStage.ts';
import { DEMO, stage as onGit } from '../support/session.ts';

test('[A5] a question and its options are those of then, also for a clone with nothing but the branch', async () => {
  const s = await onGit({ phases: [{ id: 'one' }] });
  await s.agent.part(
    'one',
    `printf 'Which one?\\n\\n- [ ] the red one\\n- [ ] the blue one\\n' > "$CAIRN_PHASE_DIR/QUESTION.md"`,
  );
  await s.start();
  const { question } = await s.api.status(DEMO);
  expect(question).toMatchObject({ text: 'Which one?', options: ['the red one', 'the blue one'] });
  const later = await elsewhere(s);
  expect(await later.resume()).toMatchObject({ reason: 'waiting' });
  expect((await later.api.status(DEMO)).question).toEqual(question);
});

test('the number of an option is that option, on record and in the prompt, which quotes all of them', async () => {
  const s = await stage({ phases: [{ id: 'one' }] });
  await s.agent.part(
    'one-1',
    `usual; printf 'Which one?\\n\\n- [ ] the red one\\n- [ ] the blue one\\n' > "$CAIRN_PHASE_DIR/QUESTION.md"`,
  );
  await s.agent.part(
    'one-2',
    `usual; printf 'How many?\\n\\n- [ ] three\\n- [ ] four\\n' > "$CAIRN_PHASE_DIR/QUESTION.md"`,
  );
  expect((await s.start()).reason).toBe('waiting');
  await s.api.answer(DEMO, '2');
  expect((await s.resume()).reason).toBe('waiting');
  expect(await s.agent.prompt('one', 2)).toMatch(
    /answered:\n\n> the blue one\n\nThe question was:\n\n> Which one\?\n> 1\. the red one\n> 2\. the blue one\n/,
  );
  await s.api.answer(DEMO, 'Five');
  expect((await s.resume()).reason).toBe('completed');
  const prompt = await s.agent.prompt('one', 3);
  expect(prompt).toMatch(/> the blue one\n\n.* answered:\n\n> Five\n\nThe question was:\n\n> How many\?\n/);
  expect(prompt.split('The question was:')).toHaveLength(2);
  expect(await s.violations()).toEqual([]);
});

test('a number that none of the options has is refused with those that there are, and nothing is published', async () => {
  const s = await stage({ phases: [{ id: 'one' }] });
  await s.agent.part(
    'one-1',
    `usual; printf 'Which one?\\n\\n- [ ] the red one\\n- [ ] the blue one\\n' > "$CAIRN_PHASE_DIR/QUESTION.md"`,
  );
  await s.start();
  const before = await s.log();
  const options = ['the red one', 'the blue one'];
  for (const said of ['3', '0', '12.'])
    await expect(s.api.answer(DEMO, said)).rejects.toMatchObject({
      code: 'usage/not-possible',
      details: { refusal: { because: 'no-option', phase: 'one', said, options } },
    });
  expect(await s.log()).toEqual(before);
  await s.api.answer(DEMO, '3 of them');
  expect((await s.resume()).reason).toBe('completed');
});

test('an answer to work by hand is told the person again, and the brief of before is not', async () => {
  const s = await stage({ phases: [{ id: 'draw', agent: { kind: 'manual' } }] });
  await s.start();
  for (const text of ['Use ink', 'Use more ink']) {
    await s.api.answer(DEMO, text);
    await s.resume();
  }
  const { question } = await s.api.status(DEMO);
  expect(question?.text).toMatch(/> Use ink\n\n.*> Use more ink\n/s);
  expect(question?.text.split('is yours to do')).toHaveLength(2);
});

test('only where the workflow leaves it open who works is work by hand offered to an agent', async () => {
  const byHand = await stage({ phases: [{ id: 'draw', agent: { kind: 'manual' } }] });
  await byHand.start();
  expect((await byHand.api.status(DEMO)).question).not.toHaveProperty('handOver');
  const found = await stage({ agent: 'auto', phases: [{ id: 'draw' }] }, { world: { agents: {} } });
  await found.start({ byHand: true });
  expect((await found.api.status(DEMO)).question).toMatchObject({ kind: 'work', handOver: true });
});
