import type { EffectEntry } from '../../model/effects/effectsRecord.ts';
import { effectState } from '../../model/effects/effectState.ts';
import { bytesOf } from '../../model/text/losslessText.ts';
import { shellWords } from '../../base/shellWords.ts';
import type { EffectResult } from '../../session/results.ts';
import { answerOfAct } from '../output/nextSteps.ts';
import type { Answer, Command, Context, Typed } from './command.ts';
import { howLongAgo } from '../output/howLong.ts';
import { plain, plainLine } from '../terminal/plainText.ts';
import { renderTable } from '../output/renderTable.ts';
import { stepsFor } from '../output/stepsFor.ts';
import { called, withNames } from '../output/withNames.ts';
import { messageOf, sessionOf, textOf, wrong } from './typed.ts';

export const effectCommand: Command = {
  name: 'effect',
  group: 'Rarely',
  words: [
    { name: '[act]', is: 'list, or settle (say what you found); without: run the command' },
    {
      name: '[session]',
      is: 'its id (default: the one that this runs inside of, or the one that is not done)',
    },
    { name: '[command...]', is: 'after --: the command and its arguments' },
  ],
  options: [
    {
      flags: '--key <key>',
      does: 'the name that it is known by; inside a phase begin it with $CAIRN_EFFECT_KEY_PREFIX',
    },
    {
      flags: '--probe <command>',
      does: 'a shell command that ends with exit code 0 if it has happened already',
    },
    { flags: '--as <word>', does: 'with settle: what you found', choices: ['done', 'not-done'] },
    { flags: '-m, --message <text>', does: 'with settle: how you know' },
  ],
  does: 'do something outside the repository once and no more, such as a push',
  more: [
    'For a push, a mail, a deployment in a phase that may be repeated after a crash. Before the command runs, Cairn notes that it is about to; afterwards, how it ended. Under the same key it is then not run again: its output and exit code are given instead. What failed is run again.',
    'After a crash in between nobody knows whether it happened: that is *in doubt*. Then --probe decides, or you do with `cairn effect settle` (to settle: say what you found); until then the exit code is 7. The command has no standard input and does not outlive this one.',
  ].join('\n\n'),
  examples: [
    ['cairn effect --key release/publish -- npm publish', 'publish once, however often this phase runs'],
    ['cairn effect --key pr --probe "gh pr view" -- gh pr create', 'after a crash, look whether it is there'],
    ['cairn effect settle --key pr --as done -m "It is 12"', 'say that it happened, where Cairn cannot know'],
    ['cairn effect list', 'what was done outside, and how it ended'],
  ],
  ownOutput: ({ rest }) => rest.length > 0,
  async run(context, typed) {
    const [first, second, ...more] = typed.words.slice(0, typed.words.length - typed.rest.length);
    if (more.length > 0) throw wrong('effect', 'the command stands after `--`');
    if (first === 'list' || first === 'settle') return ACTS[first](context, typed, second ?? null);
    if (second !== undefined)
      throw wrong('effect', `"${first}" is neither "list" nor "settle", and a command stands after \`--\``);
    return carryOut(context, typed, first ?? null);
  },
};

type CarryOut = (context: Context, typed: Typed, named: string | null) => Promise<Answer>;

const carryOut: CarryOut = async (context, typed, named) => {
  const { terminal, json } = context;
  const [program, ...args] = typed.rest;
  if (program === undefined) throw wrong('effect', 'say what to do after `--`, such as: -- npm publish');
  const api = await context.api();
  const session = await sessionHere(context, 'effect', named);
  const stop = new AbortController();
  const interrupts = terminal.onInterrupt(() => stop.abort());
  try {
    const result = await api.effect(
      session,
      { key: keyOf(typed), command: [program, ...args], probe: textOf(typed, 'probe'), cwd: terminal.cwd },
      {
        out: (bytes) => (json ? undefined : terminal.out.write(bytes)),
        errors: (line) => terminal.err.write(`${line}\n`),
      },
      stop.signal,
    );
    return answerOf(context, result);
  } finally {
    interrupts.dispose();
  }
};

function answerOf({ json, style, say, terminal }: Context, result: EffectResult): Answer {
  if (result.replayed) say(`${style.asks('·')} ${plainLine(WHY[result.how](result.key))}`);
  return {
    exit: result.exitCode,
    json: result,
    text: result.replayed && !json ? replayed(result.output, terminal.out.isTerminal) : '',
  };
}

/** Byte for byte to a program; to a terminal without what it obeys, as the record may be anybody's. */
const replayed = (output: string, toTerminal: boolean): Uint8Array =>
  toTerminal ? Buffer.from(plain(output)) : bytesOf(output);

const WHY: Readonly<Record<EffectResult['how'], (key: string) => string>> = {
  ran: (key) => `"${key}" has happened before: nothing is run, this is what it wrote.`,
  probed: (key) => `"${key}" has happened before, as --probe found: nothing is run.`,
  settled: (key) => `"${key}" has happened before, as a person said: nothing is run.`,
};

const ACTS: Readonly<Record<'list' | 'settle', CarryOut>> = {
  async settle(context, typed, named) {
    const as = textOf(typed, 'as');
    if (as === null) throw wrong('--as', 'say what you found: done or not-done');
    const comment = messageOf(typed, 'say how you know');
    const api = await context.api();
    const session = await sessionHere(context, 'effect settle', named);
    const key = keyOf(typed);
    const result = await api.settleEffect(session, { key, happened: as === 'done', comment });
    const found = await withNames(context);
    const where = named === null ? ` in ${called(found, session)}` : '';
    const sentence = `Recorded${where}: "${plainLine(key)}" ${as === 'done' ? 'happened and is not done again' : 'did not happen and may be done'}.`;
    return answerOfAct(context, result, sentence, stepsFor(await api.status(session), found.command));
  },
  async list(context, _typed, named) {
    const { style, width, terminal } = context;
    const session = await sessionHere(context, 'effect list', named);
    const effects = await (await context.api()).effects(session);
    if (effects.length === 0) return { exit: 0, json: effects, text: 'Nothing was done to the outside.' };
    const rows = effects.map((entry) => [
      plainLine(entry.key),
      stateOf(entry),
      howLongAgo(entry.outcome?.at ?? entry.at, terminal.now()),
      plainLine(shellWords(entry.command)),
    ]);
    const columns = [
      { title: 'Key' },
      { title: 'State' },
      { title: 'When', drop: 1 },
      { title: 'Command', shrink: { to: 16, keep: 'start' as const } },
    ];
    return { exit: 0, json: effects, text: renderTable(columns, rows, width, style.dim).join('\n') };
  },
};

const STATES = { done: 'done', failed: 'failed', inDoubt: 'not known' } as const;

function stateOf(entry: EffectEntry): string {
  const { outcome } = entry;
  const by =
    outcome?.kind === 'settled'
      ? `, says ${plainLine(outcome.by)}`
      : outcome?.kind === 'probed'
        ? ', says the probe'
        : '';
  return `${STATES[effectState(entry)]}${by}`;
}

function keyOf(typed: Typed): string {
  const key = textOf(typed, 'key');
  if (key === null) throw wrong('--key', 'say under which key it is known');
  return key;
}

/** An agent need not name its session: the environment does. */
const sessionHere = async (
  context: Context,
  command: string,
  named: string | null,
): ReturnType<typeof sessionOf> =>
  sessionOf(await context.api(), command, named ?? (context.terminal.env['CAIRN_SESSION'] || null));
