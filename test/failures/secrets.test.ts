import { describe, expect, it } from 'vitest';
import { filesAtTip, linkedTree, recordOf } from '../support/atTip.ts';
import { ground, workflow } from '../support/ground.ts';
import { refusal } from '../support/refusal.ts';
import { DEMO, type Stage } from '../support/session.ts';
import { differences, snapshot } from '../support/snapshot.ts';

const ONE = workflow('phases: [{id: one, artifacts: [out.md]}]\n');
const TWO = workflow('phases: [{id: one, artifacts: [out.md]}, {id: two, artifacts: [out.md]}]\n');

// In two pieces, so that this file is none with a secret in it.
const TOKEN = ['ghp_', 'abcdefghijklmnopqrstuvwxyz0123456789'].join('');
const KEY = '-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----\n';

describe('[A18] secrets', () => {
  const everywhere = async ({ repo }: Stage, text: string): Promise<readonly string[]> => {
    const commits = (await repo.git('rev-list', '--all', '--', '.')).split('\n');
    const found: string[] = [];
    for (const commit of commits)
      found.push(
        ...(await repo.git('grep', '-l', '-F', '-e', text, commit).catch(() => ''))
          .split('\n')
          .filter(Boolean),
      );
    const messages = await repo.git('log', '--all', '--format=%B');
    return messages.includes(text) ? [...found, 'a message'] : found;
  };

  it('a token in an artifact: in no checkpoint, listed with file and line, the gate does not hold', async () => {
    const world = await ground({
      flow: ONE,
      plays: ({ produce }) => produce('out.md', `# Done\n\ntoken: ${TOKEN}\n`),
    });
    expect(await world.start()).toMatchObject({ reason: 'blocked' });
    const { phases } = await world.api.status(DEMO);
    expect(phases[0]?.reasons.join('\n')).toMatch(/out\.md.*line 3|line 3.*out\.md/);
    expect(phases[0]?.notCaptured).toMatchObject([
      { path: `.cairn/sessions/${DEMO}/01-one/out.md`, why: expect.stringContaining('line 3') },
    ]);
    expect(await everywhere(world, TOKEN)).toEqual([]);
    expect(await linkedTree(world).read(`.cairn/sessions/${DEMO}/01-one/out.md`)).toContain(TOKEN);
  });

  it('[L11] a key anywhere in the tree: in no checkpoint and no rescue, listed with file and line, the gate does not hold, the file stays', async () => {
    const world = await ground({
      flow: ONE,
      plays: async ({ produce, tree }) => {
        await produce('out.md');
        await tree.write('deploy/id.txt', KEY);
      },
    });
    expect(await world.start()).toMatchObject({ reason: 'blocked', state: 'blocked' });
    const [phase] = (await world.api.status(DEMO)).phases;
    expect(phase?.notCaptured).toEqual([
      { path: 'deploy/id.txt', why: expect.stringContaining('line 1') as string },
    ]);
    expect(phase?.reasons.join()).toContain('deploy/id.txt');
    await linkedTree(world).write('a.txt', 'changed\n');
    await world.api.restore(DEMO, { to: '1' }, { dryRun: false });
    expect(await world.api.rescues(DEMO)).toHaveLength(1);
    expect(await everywhere(world, 'BEGIN RSA')).toEqual([]);
    expect(await linkedTree(world).look('deploy/id.txt')).toBe(KEY);
  });

  it('a tracked file that got a secret: the old version stays in the tree, and no restore overwrites the new one', async () => {
    const world = await ground({
      files: { 'conf.txt': 'first\n' },
      plays: async ({ produce, tree, phase }) => {
        await produce('out.md');
        if (phase === 'one') await tree.write('conf.txt', 'second\n');
      },
    });
    await world.start({ until: 'one' });
    await linkedTree(world).write('conf.txt', KEY);
    await world.api.restore(DEMO, { to: '1' }, { dryRun: false }).catch(() => {});
    expect(await linkedTree(world).look('conf.txt')).toBe(KEY);
    expect(await everywhere(world, 'BEGIN RSA')).toEqual([]);
  });

  it('files of secrets by their name, untracked and not ignored, are never added; .env.example is a file like any other', async () => {
    const names = ['.env', '.env.local', 'cert.p12', 'id_rsa', 'server.pem', 'sub/.env.production'];
    const world = await ground({
      flow: ONE,
      plays: async ({ produce, tree }) => {
        await produce('out.md');
        for (const name of [...names, '.env.example']) await tree.write(name, 'A=1\n');
      },
    });
    expect(await world.start()).toMatchObject({ reason: 'completed' });
    const tip = await filesAtTip(world);
    expect(names.filter((name) => tip.includes(name))).toEqual([]);
    expect(tip).toContain('.env.example');
    expect((await recordOf(world)).notCaptured.map((item) => item.path)).toEqual(names);
    for (const name of names) expect(await linkedTree(world).look(name)).toBe('A=1\n');
  });

  it('in the request or the workflow: refused before anything is written', async () => {
    const world = await ground({ files: { '.cairn/workflows/leaky.yaml': `${ONE}# ${TOKEN}\n` } });
    const before = await snapshot(world.repo.root);
    expect(
      (await refusal(world.start({ request: `Do it\nwith ${TOKEN}` }), 'usage/invalid')).details.why,
    ).toContain('line 2');
    expect(
      (await refusal(world.start({ workflow: 'leaky' }), 'workflow/invalid')).details.problems,
    ).toMatchObject([{ line: 5 }]);
    expect(differences(before, await snapshot(world.repo.root))).toEqual([]);
  });

  it('[L11] in what a check prints, what an agent hands on or asks, and what stands in the notes: in no checkpoint', async () => {
    const world = await ground({
      flow: workflow(
        `phases:\n  - id: one\n    artifacts: [out.md]\n    checks: [{run: 'cat secret.ignored; true'}]\n  - {id: two, artifacts: [out.md]}\n`,
      ),
      files: { '.gitignore': '*.ignored\n' },
      plays: async ({ produce, tree, phase }) => {
        await tree.write('secret.ignored', `${TOKEN}\n`);
        await produce('out.md');
        if (phase === 'one') {
          const status = `.cairn/sessions/${DEMO}/STATUS.md`;
          await tree.write(status, `${await tree.read(status)}\nnote: ${TOKEN}\n`);
          return undefined;
        }
        return { kind: 'needs-input', question: `May I use ${TOKEN}?` };
      },
    });
    expect(await world.start()).toMatchObject({ reason: 'waiting', state: 'waiting', phase: 'two' });
    // The question is asked without the line that holds it.
    expect((await world.api.status(DEMO)).question?.text).toMatch(/^\[a line with a secret in it: /);
    expect(await everywhere(world, TOKEN)).toEqual([]);
  });

  it('[L11] in HANDOFF.md: in no checkpoint and no rescue, listed with file and line, the gate does not hold, the file stays', async () => {
    const path = `.cairn/sessions/${DEMO}/01-one/HANDOFF.md`;
    const world = await ground({
      flow: TWO,
      plays: async ({ produce, tree }) => {
        await produce('out.md');
        await tree.write(path, `# For whoever comes next\n\nuse ${TOKEN}\n`);
      },
    });
    expect(await world.start()).toMatchObject({ reason: 'blocked', state: 'blocked', phase: 'one' });
    const [phase] = (await world.api.status(DEMO)).phases;
    expect(phase?.notCaptured).toEqual([{ path, why: expect.stringContaining('line 3') as string }]);
    expect(phase?.reasons.join()).toContain(`${path}:3 holds a secret`);
    await linkedTree(world).write('a.txt', 'changed\n');
    await world.api.restore(DEMO, { to: '1' }, { dryRun: false });
    expect(await world.api.rescues(DEMO)).toHaveLength(1);
    expect(await everywhere(world, TOKEN)).toEqual([]);
    expect(await linkedTree(world).look(path)).toContain(TOKEN);
  });

  it('[L11] in the last words of an agent, and in why it failed: in no checkpoint, and the phase ends as it would without', async () => {
    const world = await ground({
      flow: TWO,
      plays: async ({ produce, phase }) => {
        await produce('out.md');
        return phase === 'one'
          ? { kind: 'completed', finalText: `I have used ${TOKEN}.` }
          : { kind: 'crashed', reason: `refused ${TOKEN}`, exitCode: 1 };
      },
    });
    expect(await world.start()).toMatchObject({ reason: 'blocked', phase: 'two' });
    expect((await world.api.status(DEMO)).phases.map(({ status }) => status)).toEqual(['done', 'blocked']);
    expect(await everywhere(world, TOKEN)).toEqual([]);
  });
});
