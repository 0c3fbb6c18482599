import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SessionId } from '../../src/model/names/ids.ts';
import { planHash } from '../../src/model/workflow/planHash.ts';
import { parseWorkflow } from '../../src/model/workflow/parseWorkflow.ts';
import { acpSettings } from '../support/acpAgent.ts';
import { temporaryFolder } from '../support/gitRepo.ts';
import { claude, printed } from '../support/headlessStreams.ts';
import { stage } from '../support/memoryStage.ts';
import { DEMO, flowText, START, stage as onGit, type Flow, type Stage } from '../support/session.ts';

const TICKET = { description: 'Which ticket', required: true, pattern: '^[A-Z]+-\\d+$' };
const flow = (over: Partial<Flow> = {}): Flow => ({
  schema: 2,
  inputs: { ticket: TICKET, depth: { default: 'shallow', enum: ['shallow', 'deep'] }, 'base-url': {} },
  phases: [
    { id: 'one', title: 'Plan {{ inputs.ticket }}', prompt: 'Look {{inputs.depth}} for: {{ request }}.' },
    {
      id: 'two',
      title: 'Build {{ inputs.ticket }}',
      prompt: 'Then {{ inputs.base-url }}{{ inputs.ticket }}.',
    },
  ],
  ...over,
});
const INPUTS = '.cairn/sessions/demo/inputs.json';
const error = (promise: Promise<unknown>): Promise<unknown> => promise.catch((thrown: unknown) => thrown);
const given = { ticket: 'AB-12' };

const atTip = async (s: Stage, path: string): Promise<string> => s.repo.git('show', `cairn/demo:${path}`);

describe('inputs of a session', () => {
  it('are in its prompts and titles, in what it hands on and shows; its workflow stays as it is written', async () => {
    const s = await stage(flow());
    await s.start({ inputs: { ...given, 'base-url': 'http://x/\n' }, until: 'one' });
    expect(await s.agent.prompt('one')).toContain('Look shallow for: Make it so.');
    expect((await s.api.status(DEMO)).phases.map(({ title }) => title)).toEqual([
      'Plan AB-12',
      'Build AB-12',
    ]);
    const packet = await s.api.packet(DEMO, 'opened');
    expect(packet).toContain('Plan AB-12');
    expect(await s.api.packet(DEMO, null)).toContain('Then http://x/');
    await s.resume();
    expect(await s.agent.prompt('two')).toContain('Then http://x/\nAB-12.');
    expect(await atTip(s, '.cairn/sessions/demo/workflow.yaml')).toContain('Plan {{ inputs.ticket }}');
    expect(await s.violations()).toEqual([]);
  });

  it('are asked for only once the session that is to have them can be', async () => {
    const s = await stage(flow());
    const code = async (id: string): Promise<unknown> => error(s.start({ id, inputs: {} }));
    expect(await code('Not an id')).toMatchObject({ code: 'usage/session-id' });
    await s.start({ inputs: given, until: 'one' });
    expect(await code(DEMO)).toMatchObject({ code: 'usage/session-used' });
    expect(await code('another')).toMatchObject({ code: 'usage/inputs' });
  });

  it('are no part of the plan, filled in or not', async () => {
    const s = await stage(flow());
    await s.start({ inputs: given, until: 'one' });
    const read = parseWorkflow('w', flowText(flow()));
    const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
    expect((await s.api.status(DEMO)).plan).toBe(read.ok && planHash(read.value, sha256));
    expect(await s.resume()).toMatchObject({ reason: 'completed' });
  });

  it('are one blob from the first checkpoint on, and told in its status', async () => {
    const s = await onGit(flow());
    await s.start({ inputs: given });
    expect(JSON.parse(await atTip(s, INPUTS))).toEqual({
      schema: 3,
      inputs: { ticket: 'AB-12', depth: 'shallow' },
    });
    const blobs = await Promise.all(
      (await s.api.log(DEMO)).map(({ commit }) => s.repo.git('rev-parse', `${commit}:${INPUTS}`)),
    );
    expect([blobs.length, new Set(blobs).size]).toEqual([3, 1]);
    expect((await s.api.status(DEMO)).inputs).toEqual({ ticket: 'AB-12', depth: 'shallow', 'base-url': '' });
    expect(await (await s.worktree()).read(INPUTS)).toContain('AB-12');
  });

  it('reach agents, checks and the setup in their environment, whatever they hold', async () => {
    const value = 'a=b "q" \'s\' $HOME `id` {{ request }} \\ 😀\nsecond line';
    const s = await onGit(
      flow({
        worktree: { setup: ['printf %s "$CAIRN_INPUT_BASE_URL" > setup.txt'] },
        phases: [
          {
            id: 'one',
            artifacts: ['/agent.txt'],
            checks: [
              {
                run: 'printf %s "$CAIRN_INPUT_BASE_URL" | cmp - agent.txt && test "$CAIRN_INPUT_TICKET" = AB-12',
              },
            ],
          },
        ],
      }),
    );
    await s.agent.part('one', 'printf %s "$CAIRN_INPUT_BASE_URL" > agent.txt');
    expect(await s.start({ inputs: { ...given, 'base-url': value } })).toMatchObject({ reason: 'completed' });
    expect(await s.repo.git('show', 'cairn/demo:agent.txt')).toBe(value);
    expect(await s.repo.git('show', 'cairn/demo:setup.txt')).toBe(value);
  });

  it('reach an agent that is spoken to over a protocol, and one that prints for programs', async () => {
    const writes = 'printf %s "$CAIRN_INPUT_TICKET" > made.md';
    const { command, ...spoken } = acpSettings({ steps: [{ say: 'Made it.' }] }) as {
      readonly kind: string;
      readonly command: readonly string[];
    };
    const file = join(await temporaryFolder(), 'claude');
    const lines = printed([claude.init, claude.result({ result: 'Made it.' })]);
    await writeFile(file, `#!/bin/sh\ncat > /dev/null\n${writes}\ncat <<'END'\n${lines}END\n`, {
      mode: 0o755,
    });
    const agents = {
      spoken: { ...spoken, command: ['/bin/sh', '-c', `${writes}; exec "$0" "$@"`, ...command] },
      printing: { kind: 'command', command: [file, '-p', '--output-format', 'stream-json', '--verbose'] },
    };
    for (const agent of ['spoken', 'printing'] as const) {
      const phases = [{ id: 'one', agent, artifacts: ['/made.md'] }];
      const s = await onGit(flow({ phases }), { world: { agents } });
      expect(await s.start({ inputs: given })).toMatchObject({ reason: 'completed' });
      expect(await s.repo.git('show', 'cairn/demo:made.md')).toBe('AB-12');
      expect((await s.api.status(DEMO)).phases[0]?.agent?.kind).toBe(agents[agent].kind);
    }
  });

  it('stand in no command: what is run is what the workflow says', async () => {
    const s = await stage(
      flow({
        phases: [
          {
            id: 'one',
            artifacts: ['/out.txt'],
            checks: [{ run: 'test "$(cat out.txt)" = "{{ request }}"' }],
          },
        ],
      }),
    );
    await s.agent.part('one', "printf '{{ request }}' > out.txt");
    expect(await s.start({ inputs: given })).toMatchObject({ reason: 'completed' });
  });

  it('are not looked at again for templates', async () => {
    const s = await stage(flow());
    await s.start({ inputs: { ...given, 'base-url': '{{ request }} {{ inputs.ticket }}' } });
    expect(await s.agent.prompt('two')).toContain('Then {{ request }} {{ inputs.ticket }}AB-12.');
  });

  it('leave no file where a workflow asks for none', async () => {
    const s = await stage({ phases: [{ id: 'one', prompt: 'Write {{ braces }}' }] });
    await s.start();
    expect(await s.agent.prompt('one')).toContain('Write {{ braces }}');
    expect(await s.repo.git('ls-tree', '-r', '--name-only', 'cairn/demo')).not.toContain('inputs.json');
    expect('inputs' in (await s.api.status(DEMO))).toBe(false);
  });
});

describe('a start', () => {
  it.each([
    [{}, [{ because: 'missing', input: 'ticket', description: 'Which ticket', pattern: TICKET.pattern }]],
    [{ ticket: 'ab' }, [{ because: 'wrong', input: 'ticket', value: 'ab', demand: { asks: 'pattern' } }]],
    [{ ticket: '' }, [{ because: 'wrong', input: 'ticket', demand: { asks: 'something' } }]],
    [
      { ticket: 'AB-1', depht: 'deep', __proto__x: '' },
      [
        { because: 'unknown', input: 'depht' },
        { because: 'unknown', input: '__proto__x' },
      ],
    ],
    [
      { depth: 'deeper' },
      [
        { because: 'missing', input: 'ticket' },
        { because: 'wrong', input: 'depth', demand: { asks: 'word' } },
      ],
    ],
  ])(
    'with %j is refused before anything is opened, with the place of what it does not meet',
    async (inputs, faults) => {
      const s = await stage(flow());
      const before = await s.repo.git('for-each-ref');
      const refused = await error(s.start({ inputs }));
      expect(refused).toMatchObject({
        code: 'usage/inputs',
        details: { file: '.cairn/workflows/flow.yaml', faults },
      });
      const [{ line } = { line: 0 }] = (refused as { details: { faults: { line: number }[] } }).details
        .faults;
      expect(line).toBeGreaterThan(3);
      expect(await s.repo.git('for-each-ref')).toBe(before);
      expect(await error(s.api.previewStart({ ...START, inputs }))).toMatchObject({ code: 'usage/inputs' });
    },
  );

  it('with a secret in an input is refused, and says in which', async () => {
    const s = await stage(flow());
    const secret = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
    expect(await error(s.start({ inputs: { ...given, 'base-url': secret } }))).toMatchObject({
      code: 'usage/invalid',
      details: { what: { given: 'input', value: 'base-url' }, why: expect.stringContaining('secret') },
    });
    expect(await s.api.list()).toEqual([]);
  });

  it('is not held up by a pattern without end, in the workflow or for what is given', async () => {
    const pattern = '^(a+)+$';
    const endless = `${'a'.repeat(40)}!`;
    const began = performance.now();
    const s = await onGit(flow({ inputs: { x: { pattern } }, phases: [{ id: 'one' }] }));
    expect(await error(s.start({ inputs: { x: endless } }))).toMatchObject({
      code: 'usage/inputs',
      details: { faults: [{ because: 'wrong', demand: { asks: 'judgeable' } }] },
    });
    const many = Array.from(
      { length: 50 },
      (_, index) => [`x${index}`, { pattern, default: endless }] as const,
    );
    await s.repo.write('.cairn/workflows/flow.yaml', flowText(flow({ inputs: Object.fromEntries(many) })));
    expect(await error(s.start())).toMatchObject({ code: 'workflow/invalid' });
    expect((await s.api.workflows())[0]?.problem).toContain('takes too long');
    expect(performance.now() - began).toBeLessThan(20_000);
  });

  it('whose prompts would grow beyond all bounds is refused', async () => {
    const s = await stage(flow({ phases: [{ id: 'one', prompt: '{{ request }}'.repeat(1000) }] }));
    expect(await error(s.start({ inputs: given, request: 'x'.repeat(3000) }))).toMatchObject({
      code: 'usage/invalid',
      details: { what: { given: 'request' } },
    });
  });
});

describe('inputs.json', () => {
  it('that somebody edits is set aside and written again', async () => {
    const s = await onGit(flow());
    await s.start({ inputs: given, until: 'one' });
    const tree = await s.worktree();
    await tree.write(INPUTS, '{"schema":2,"inputs":{"ticket":"XX-1"}}\n');
    expect(await s.resume()).toMatchObject({ reason: 'completed' });
    expect(await tree.read(INPUTS)).toContain('AB-12');
    expect(await s.agent.prompt('two')).toContain('AB-12');
    const [rescue] = await s.api.rescues(DEMO);
    expect(await s.repo.git('show', `${rescue?.ref}:${INPUTS}`)).toContain('XX-1');
    expect(await s.violations()).toEqual([]);
  });

  it('that is another one in a later checkpoint is named by verify', async () => {
    const s = await onGit(flow());
    await s.start({ inputs: given, until: 'one' });
    const tree = await s.worktree();
    await tree.git('checkout', '-q', '--detach', 'cairn/demo');
    await tree.write(INPUTS, '{"schema":2,"inputs":{"ticket":"XX-1"}}\n');
    await tree.git('add', '-f', INPUTS);
    await tree.git('commit', '-q', '--amend', '--no-edit');
    await s.repo.git('update-ref', 'refs/heads/cairn/demo', await tree.git('rev-parse', 'HEAD'));
    expect(await s.violations()).toContainEqual(expect.objectContaining({ rule: 'R9' }));
  });

  it('that is gone where a workflow needs it ends in no act but a word of what is missing', async () => {
    const s = await onGit(flow());
    await s.start({ inputs: given, until: 'one' });
    const tree = await s.worktree();
    await tree.git('checkout', '-q', '--detach', 'cairn/demo');
    await tree.git('rm', '-q', '--cached', INPUTS);
    await tree.git('commit', '-q', '--amend', '--no-edit');
    await s.repo.git('update-ref', 'refs/heads/cairn/demo', await tree.git('rev-parse', 'HEAD'));
    expect(await s.api.status(DEMO)).toMatchObject({ readOnly: 'unreadable' });
    expect(await error(s.resume({ trust: true }))).toMatchObject({
      code: 'data/corrupt',
      details: { file: INPUTS },
    });
  });

  it('goes along into a fork, through a restore and to a clone', async () => {
    const s = await onGit(flow());
    await s.start({ inputs: given });
    await s.api.restore(DEMO, { to: 'one' }, { dryRun: false });
    expect(await atTip(s, INPUTS)).toContain('AB-12');
    const other = 'other' as SessionId;
    await s.api.fork(DEMO, 'one', { id: other });
    expect(await s.repo.git('show', 'cairn/other:.cairn/sessions/other/inputs.json')).toContain('AB-12');
    expect((await s.api.status(other)).inputs).toMatchObject(given);
    expect((await s.api.verify(other)).flatMap(({ violations }) => violations)).toEqual([]);
    expect(await s.violations()).toEqual([]);
  });
});

describe('a workflow that is changed while a session runs', () => {
  const changed = async (inputs: Flow, until = 'one') => {
    const s = await stage(flow());
    await s.start({ inputs: given, until });
    await (await s.worktree()).write('.cairn/sessions/demo/workflow.yaml', flowText(inputs));
    return s;
  };

  it('and asks for one more is refused with its place, as inputs are fixed; nothing is published', async () => {
    const s = await changed(
      flow({ inputs: { ticket: TICKET, depth: {}, 'base-url': {}, more: { required: true } } }),
    );
    const tip = await s.repo.git('rev-parse', 'cairn/demo');
    expect(await error(s.resume())).toMatchObject({
      code: 'workflow/invalid',
      details: { problems: [{ message: expect.stringContaining('this session has no "more"') }] },
    });
    expect(await s.repo.git('rev-parse', 'cairn/demo')).toBe(tip);
    expect(JSON.stringify((await s.api.status(DEMO)).warnings)).toContain('workflow-invalid');
  });

  it('and has a default for one more goes on with that, and with what it began with', async () => {
    const s = await changed({
      schema: 2,
      inputs: { ticket: TICKET, depth: { default: 'deep' }, more: { default: 'M' } },
      phases: [
        { id: 'one' },
        { id: 'two', prompt: '{{ inputs.ticket }} {{ inputs.depth }} {{ inputs.more }}' },
      ],
    });
    expect(await s.resume()).toMatchObject({ reason: 'completed' });
    expect(await s.agent.prompt('two')).toContain('AB-12 shallow M');
    expect((await s.api.status(DEMO)).inputs).toEqual({ ticket: 'AB-12', depth: 'shallow', more: 'M' });
    expect(await s.violations()).toEqual([]);
  });

  it('and would not take what the session has is refused with its place', async () => {
    const s = await changed(flow({ inputs: { ticket: { enum: ['XY-1'] }, depth: {}, 'base-url': {} } }));
    expect(await error(s.resume())).toMatchObject({
      code: 'workflow/invalid',
      details: {
        problems: [{ message: expect.stringContaining('the "ticket" of this session must be XY-1') }],
      },
    });
  });

  it('and asks for nothing any more goes on; braces are text again', async () => {
    const s = await changed({ phases: [{ id: 'one' }, { id: 'two', prompt: '{{ inputs.ticket }}' }] });
    expect(await s.resume()).toMatchObject({ reason: 'completed' });
    expect(await s.agent.prompt('two')).toContain('{{ inputs.ticket }}');
    expect(await s.violations()).toEqual([]);
  });

  it('of a session that began without any takes defaults, without a file for them', async () => {
    const s = await stage({ phases: [{ id: 'one' }, { id: 'two' }] });
    await s.start({ until: 'one' });
    await (
      await s.worktree()
    ).write(
      '.cairn/sessions/demo/workflow.yaml',
      flowText({
        schema: 2,
        inputs: { more: { default: 'M' } },
        phases: [{ id: 'one' }, { id: 'two', prompt: 'Do {{ inputs.more }}' }],
      }),
    );
    expect(await s.resume()).toMatchObject({ reason: 'completed' });
    expect(await s.agent.prompt('two')).toContain('Do M');
    expect(await s.violations()).toEqual([]);
  });
});
