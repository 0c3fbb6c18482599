import { describe, expect, test } from 'vitest';
import { stage } from '../support/memoryStage.ts';
import { chain, DEMO, type Stage } from '../support/session.ts';

const packetOf = (s: Stage, folder: string): Promise<string> =>
  s.repo.git('show', `cairn/demo:.cairn/sessions/${DEMO}/${folder}/PACKET.md`);

describe('what a person changed is told to the next phase, in its packet and in its prompt', () => {
  test('while a phase waited for approval: also a file that was only made in that phase', async () => {
    const s = await stage({ phases: [{ id: 'one', approval: 'required' }, { id: 'two' }, { id: 'three' }] });
    await s.agent.part(
      'one',
      'usual; echo more > src/more.txt; printf "# State\nIt is there.\n" > "$CAIRN_PHASE_DIR/HANDOFF.md"',
    );
    await s.start();
    const tree = await s.worktree();
    await tree.remove('src/one.txt');
    await tree.write('src/more.txt', 'by a person\n');
    await tree.write('src/new.txt', 'new\n');
    await s.api.approve(DEMO, null, null);
    const packet = await packetOf(s, '01-one');
    expect(packet).toContain('A person deleted 1 file: `src/one.txt`');
    expect(packet).toContain('A person changed 1 file: `src/more.txt`');
    expect(packet).toContain('A person added 1 file: `src/new.txt`');
    expect((await s.resume()).reason).toBe('completed');
    const prompt = await s.agent.prompt('two');
    expect(prompt).toContain('A person deleted 1 file: `src/one.txt`');
    expect(prompt).toContain('- src/one.txt (deleted)');
    expect(prompt).toContain('- src/new.txt (');
    // Told once: whoever comes later is told what it comes to.
    expect(await s.agent.prompt('three')).not.toContain('- src/one.txt (');
    expect(await s.violations()).toEqual([]);
  });

  test('between phases: the phase after it is told, and so is the one after that', async () => {
    const s = await stage(chain('one', 'two', 'three'));
    await s.start({ until: 'one' });
    await (await s.worktree()).remove('src/one.txt');
    await s.resume();
    expect(await s.agent.prompt('two')).toContain('- src/one.txt (deleted)');
    expect(await s.agent.prompt('three')).toContain('A person deleted 1 file: `src/one.txt`');
  });

  test('while it was blocked, and then it held', async () => {
    const s = await stage({ phases: [{ id: 'one', checks: [{ run: 'test -f mended' }] }, { id: 'two' }] });
    await s.start();
    const tree = await s.worktree();
    await tree.write('mended', '');
    await tree.remove('src/one.txt');
    expect((await s.resume()).reason).toBe('completed');
    const prompt = await s.agent.prompt('two');
    expect(prompt).toContain('A person added 1 file: `mended`');
    expect(prompt).toContain('A person deleted 1 file: `src/one.txt`');
  });

  test('thousands of them, within the budget', async () => {
    const s = await stage({ phases: [{ id: 'one', approval: 'required' }, { id: 'two' }] });
    await s.start();
    const tree = await s.worktree();
    for (let n = 0; n < 400; n += 1)
      await tree.write(`made/by-hand/a-rather-long-name-of-a-file-${n}.txt`, `${n}\n`);
    await s.api.approve(DEMO, null, null);
    const packet = await packetOf(s, '01-one');
    expect(packet).toContain('A person added 400 files');
    expect(await s.violations()).toEqual([]);
  });
});
