import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Permissions } from '../../src/model/agent/permissionRules.ts';
import type { CommandLine } from '../../src/model/agent/shell/line.ts';
import type { WorldOptions } from '../../src/runner/openWorld.ts';
import type { Agent, AgentTask, PermissionAsked } from '../../src/session/ports.ts';
import { temporaryFolder } from '../support/gitRepo.ts';
import { stage } from '../support/memoryStage.ts';
import { DEMO, stage as onGit, type Stage } from '../support/session.ts';

const asks = (text: string, over: Partial<CommandLine> = {}): PermissionAsked => ({
  id: text,
  title: text,
  command: text,
  kind: 'execute',
  paths: [],
  line: { text, cwd: null, shell: 'bash', path: '/bin', cdPath: '', ran: [], ...over },
});

/** A session of two phases whose agent may do this, and does that. Nobody is there to be asked. */
async function staged(
  permissions: Permissions,
  run: (permit: AgentTask['permit'], task: AgentTask) => Promise<unknown>,
  { on = stage, ...world }: { readonly on?: typeof stage } & Partial<WorldOptions> = {},
): Promise<Stage> {
  const agent: Agent = {
    kind: 'acp',
    name: 'asker',
    chosenBecause: null,
    permissions,
    stallMs: null,
    version: async () => null,
    async run(task) {
      await run(task.permit, task);
      return { kind: 'completed' };
    },
  };
  const checks = [{ run: 'true; (true)' }];
  return on(
    {
      agent: 'asker',
      phases: [
        { id: 'one', retries: 0, artifacts: ['/made.md'], checks: [{ run: 'true && (true)' }] },
        { id: 'two', checks },
      ],
    },
    { world: { canAsk: false, extraAgents: [agent], ...world } },
  );
}

/** What was decided of each line. */
async function decided(
  permissions: Permissions,
  lines: readonly (string | PermissionAsked)[],
  world: Partial<WorldOptions> & { readonly prepare?: (s: Stage) => Promise<unknown> } = {},
): Promise<readonly string[]> {
  const answers: string[] = [];
  const { prepare, ...over } = world;
  let s: Stage | null = null;
  s = await staged(
    permissions,
    async (permit) => {
      if (s !== null) await prepare?.(s);
      for (const one of lines)
        answers.push((await permit(typeof one === 'string' ? asks(one) : one)) === 'allow' ? 'yes' : 'no');
    },
    over,
  );
  await s.start();
  return answers;
}

const COMMANDS = { commands: { allow: ['npm test', 'npm run *'] } } as const;

describe('a command of an agent that asks', () => {
  it('is allowed by a pattern, as a check of its phase, as a call of Cairn, and where it only reads; nobody is asked', async () => {
    const lines = [
      'npm test',
      'npm run build && ls',
      'true && (true)',
      '"$CAIRN_BIN" ledger',
      'cat README.md',
    ];
    expect(await decided(COMMANDS, lines)).toEqual(lines.map(() => 'yes'));
    expect(await decided(COMMANDS, ['npm ci', 'npm test > out', 'cat /etc/passwd', 'true; (true)'])).toEqual([
      'no',
      'no',
      'no',
      'no',
    ]);
  });

  it('is decided as before under the short words, but for what only reads in the worktree', async () => {
    const lines = ['npm test', 'ls', 'true'];
    expect(await decided('allow-in-worktree', lines)).toEqual(['no', 'yes', 'yes']);
    for (const word of ['ask', 'deny'] as const)
      expect(await decided({ commands: word }, [...lines, 'true && (true)', '"$CAIRN_BIN" ledger'])).toEqual([
        'no',
        'no',
        'no',
        'no',
        'yes',
      ]);
    expect(await decided('ask', lines)).toEqual(['no', 'no', 'no']);
    expect(await decided('deny', lines)).toEqual(['no', 'no', 'no']);
    expect(await decided('allow', [...lines, 'rm -rf /'])).toEqual(['yes', 'yes', 'yes', 'yes']);
  });

  it('that is not allowed is denied where `else` says so, and allowed where it says that', async () => {
    const rules = (word: 'deny' | 'allow'): Permissions => ({
      commands: { allow: ['npm test'], else: word },
    });
    const s = await staged(rules('deny'), async (permit) => [
      await permit(asks('npm test')),
      await permit(asks('npm publish')),
    ]);
    await s.start();
    expect(s.told()).toContain('Denied by the policy of asker: `npm publish`.');
    expect(await decided(rules('allow'), ['npm publish'])).toEqual(['yes']);
  });

  it('is not allowed by its line where that is not known, where it is no command, or runs elsewhere', async () => {
    const known = asks('npm test');
    const { line: _line, ...unknown } = known;
    const others = [unknown, { ...known, kind: 'other' as const }, { ...known, paths: ['/etc'] }];
    const elsewhere = [
      asks('npm test', { cwd: '/' }),
      asks('npm test', { shell: 'zsh' }),
      asks('npm test', { ran: ['cd /'] }),
    ];
    expect(await decided(COMMANDS, [known, ...others, ...elsewhere])).toEqual([
      'yes',
      'no',
      'no',
      'no',
      'no',
      'no',
      'no',
    ]);
  });

  it('reads nothing through a link that leads out, and nothing of git’s folder', async () => {
    const lines = [
      'cat inside/a',
      'cat link/passwd',
      'cat link',
      'cd link && ls',
      'cat .git/config',
      'npm test < link',
    ];
    const answers = await decided(COMMANDS, lines, {
      prepare: async (s) => {
        const tree = await s.worktree();
        await tree.link('link', '/etc');
        await tree.write('src/a', '');
        await tree.link('inside', 'src');
      },
    });
    expect(answers).toEqual(['yes', 'no', 'no', 'no', 'no', 'no']);
  });

  it('only reads no longer where programs are also looked for in the working tree', async () => {
    const path = '/bin:node_modules/.bin';
    expect(await decided(COMMANDS, [asks('ls', { path }), asks('npm test', { path })])).toEqual([
      'no',
      'yes',
    ]);
    expect(await decided(COMMANDS, [asks('cd src && ls', { cdPath: '/etc' })])).toEqual(['no']);
  });

  it('that is allowed is in the record as one of the policy', async () => {
    const s = await staged(COMMANDS, async (permit, task) => {
      await permit(asks('npm test'));
      await permit(asks('npm publish'));
      await (await s.worktree()).write('made.md', task.prompt);
    });
    await s.start();
    const record = await s.repo.git('show', `cairn/demo:.cairn/sessions/${DEMO}/01-one/phase.json`);
    expect(JSON.parse(record)).toMatchObject({
      permissions: [
        { command: 'npm test', decision: 'allowed', by: 'policy' },
        { command: 'npm publish', decision: 'denied', by: 'nobody' },
      ],
    });
    expect(record).not.toContain('"line"');
  });
});

describe('the network', () => {
  const fetch: PermissionAsked = { id: 'f', title: 'Fetch', kind: 'fetch', paths: [] };
  const reaching: PermissionAsked = { ...asks('npm test'), network: true };

  it('is decided by its own word, also where a command is asked for with an address', async () => {
    const all = { ...COMMANDS, commands: 'allow', network: 'allow' } as const;
    expect(await decided(all, [fetch, reaching])).toEqual(['yes', 'yes']);
    expect(await decided({ ...all, network: 'deny' }, [fetch, reaching, 'npm test'])).toEqual([
      'no',
      'no',
      'yes',
    ]);
    expect(await decided({ ...all, ...COMMANDS }, [fetch, reaching, 'npm test'])).toEqual([
      'yes',
      'no',
      'yes',
    ]);
  });
});

it('git is not run without asking once what it runs has changed since the attempt began, also in a file that its config includes, or lies in the working tree', async () => {
  const beside = join(await temporaryFolder(), 'shared.gitconfig');
  const tried = async (
    change: (git: string) => Promise<unknown>,
    monitor = 'false',
  ): Promise<readonly string[]> => {
    const answers: string[] = [];
    await writeFile(beside, '');
    const s = await staged(
      'allow-in-worktree',
      async (permit) => {
        answers.push(await permit(asks('git status')));
        await change(join(s.repo.root, '.git'));
        answers.push(await permit(asks('git status')), await permit(asks('ls')));
      },
      { on: onGit },
    );
    await s.repo.git('config', '--local', 'include.path', beside);
    await s.repo.git('config', '--local', 'core.fsmonitor', monitor);
    await s.start();
    return answers;
  };
  expect(await tried(async () => undefined)).toEqual(['allow', 'allow', 'allow']);
  expect(await tried(async () => undefined, 'tools/watch')).toEqual(['deny', 'deny', 'allow']);
  for (const change of [
    (git: string) => appendFile(join(git, 'config'), '[core]\n\tfsmonitor = ./evil\n'),
    () => appendFile(beside, '[core]\n\tfsmonitor = ./evil\n'),
    (git: string) =>
      mkdir(join(git, 'info'), { recursive: true }).then(() =>
        writeFile(join(git, 'info/attributes'), '* diff=x\n'),
      ),
  ])
    expect(await tried(change)).toEqual(['allow', 'deny', 'allow']);
});
