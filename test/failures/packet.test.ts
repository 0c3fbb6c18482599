import { describe, expect, it } from 'vitest';
import { simulate, type SimulatedPhase } from '../model/packet/packetChain.ts';
import { chain, DEMO, stage } from '../support/session.ts';

describe('the packet', () => {
  it('[E16] carries its time and its commit; what is dirty at the resume is told in the prompt and never in the packet', async () => {
    const s = await stage(chain('one', 'two'));
    await s.start({ until: 'one' });
    const packet = await s.api.packet(DEMO, null);
    expect(packet).toMatch(/^at: \d{4}-\d\d-\d\dT[\d:.]+Z$/m);
    // The checkpoint that it was built on: its own is not known before it is made.
    expect(packet).toContain(`\ncommit: ${await s.repo.git('rev-parse', 'cairn/demo~1')}\n`);
    const tree = await s.worktree();
    await tree.write('dirty.txt', 'by hand\n');
    await tree.write('README.md', 'changed by hand\n');
    expect((await s.resume()).reason).toBe('completed');
    const prompt = await s.agent.prompt('two');
    for (const line of ['dirty.txt (added)', 'README.md (changed)']) expect(prompt).toContain(line);
    expect(prompt).toContain(packet.trim());
    expect(packet).not.toContain('dirty.txt');
    expect(await s.repo.git('show', 'cairn/demo:.cairn/sessions/demo/01-one/PACKET.md')).toBe(packet.trim());
  });

  it('[E17] of 50 phases with artifacts of 200 KB keeps its budget, and is the same bytes each time', () => {
    const phase = (_: unknown, at: number): SimulatedPhase => ({
      budget: at % 2 === 0 ? 500 : 2000,
      handoff: at % 3 === 0 ? null : `## Decisions\n- decision ${at}: ${'because of that '.repeat(at)}\n`,
      artifacts: [
        {
          name: 'out.md',
          text: `# Out ${at}\n\n## Decisions\n- planted ${at}\n\n${'lorem ipsum '.repeat(17_000)}`,
        },
      ],
      decisions: at % 5 === 0 ? [`approved ${at}`] : [],
      failed: at % 7 === 0 ? [`rejected ${at}`] : [],
    });
    const run = () => simulate('Do it all. '.repeat(2000), Array.from({ length: 50 }, phase)).packets;
    const packets = run();
    expect(packets.length).toBeGreaterThanOrEqual(50);
    for (const { text, tokens } of packets) {
      const [, budget] = /^budget: (\d+)$/m.exec(text) ?? [];
      expect(tokens).toBeLessThanOrEqual(Number(budget));
    }
    expect(run().map(({ text }) => text)).toEqual(packets.map(({ text }) => text));
  });

  it('[E17] of a phase that hands a secret on holds none of it', async () => {
    // In two pieces, so that this file is none with a secret in it.
    const token = ['ghp_', 'abcdefghijklmnopqrstuvwxyz0123456789'].join('');
    const s = await stage(chain('one', 'two'));
    await s.agent.part(
      'one',
      `usual; head -c 200000 /dev/zero | tr '\\0' x >> "$CAIRN_PHASE_DIR/result.md"; printf '## Decisions\\n- use ${token}\\n' > "$CAIRN_PHASE_DIR/HANDOFF.md"`,
    );
    await s.start();
    const packets = await s.repo.git('log', '-p', '--format=%B', 'main..cairn/demo', '--', '*PACKET.md');
    expect(packets).toContain('+## Goal');
    expect(packets).not.toContain(token);
  });
});
