import type { RunEvent } from '../../runner/runEvents.ts';
import type { Context } from '../commands/command.ts';
import { eventLines } from './eventLines.ts';
import { howLong } from './howLong.ts';
import { plainLine } from '../terminal/plainText.ts';
import { takenLine } from '../../sentences/takenLine.ts';
import { shorten } from '../terminal/textWidth.ts';

/** Prints what happens while a session runs; on a terminal a living line follows below. */
export interface ProgressView {
  /** `agentSaid`: the output of the attempt whose gate did not hold, if known. */
  show(event: RunEvent, agentSaid?: readonly string[]): void;
  /** Prints a text of our own between the events, even while the screen is held. */
  note(text: string): void;
  /** Prints a question and leaves the screen to the person who answers; prints what happens meanwhile afterwards. */
  hold(text: string): void;
  goOn(): void;
  /** Removes the living line; prints nothing afterwards. */
  end(): void;
}

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const FRAME_MS = 120;

/** What the living line shows. */
interface Live {
  readonly what: string;
  readonly since: number;
  readonly line: string;
}

export function progressView(context: Context): ProgressView {
  const { terminal, style } = context;
  const sink = context.json ? terminal.err : terminal.out;
  const lively = sink.isTerminal && terminal.env['TERM'] !== 'dumb';
  let live: Live | null = null;
  let frame = 0;
  let drawn = false;
  let held: string[] | null = null;

  const wipe = (): void => {
    if (drawn) sink.write('\r\u001b[K');
    drawn = false;
  };
  const draw = (): void => {
    if (!lively || live === null || held !== null) return;
    frame = (frame + 1) % FRAMES.length;
    const head = `${live.what} · ${howLong(terminal.now() - live.since)}`;
    // Ask for the width each time, as windows are resized. One column stays free, or some terminals wrap.
    const text = shorten(live.line === '' ? head : `${head} · ${live.line}`, sink.width() - 3);
    sink.write(
      `\r\u001b[K${style.active(FRAMES[frame] ?? '')} ${text.startsWith(head) ? head + style.dim(text.slice(head.length)) : text}`,
    );
    drawn = true;
  };
  const timer = lively ? setInterval(draw, FRAME_MS) : null;
  timer?.unref();
  const print = (lines: readonly string[]): void => {
    wipe();
    for (const line of lines) context.say(line);
    draw();
  };
  return {
    show(event, agentSaid = []) {
      live = nextLive(live, event);
      const lines = eventLines(event, { style, lively, startedAt: live?.since ?? null, agentSaid });
      if (held === null) print(lines);
      else held.push(...lines);
    },
    note: (text) => print([text]),
    hold(text) {
      print([text]);
      wipe();
      held = [];
    },
    goOn() {
      const lines = held ?? [];
      held = null;
      print(lines);
    },
    end() {
      if (timer !== null) clearInterval(timer);
      live = null;
      wipe();
    },
  };
}

type Of<T extends RunEvent['type']> = Extract<RunEvent, { type: T }>;

/** The events that change the living line, which begins with an attempt or a setup. */
const LIVES: { readonly [T in RunEvent['type']]?: (live: Live | null, event: Of<T>) => Live | null } = {
  setup: (_, { at, command }) => ({ what: 'setting up', since: Date.parse(at), line: plainLine(command) }),
  attempt: (_, { at, number, of, phase, attempt, agent }) => {
    const which = attempt > 1 ? `, attempt ${attempt}` : '';
    return {
      what: plainLine(`${number}/${of} ${phase}${which} · ${agent}`),
      since: Date.parse(at),
      line: '',
    };
  },
  'agent-line': (live, { text }) => live && { ...live, line: plainLine(text) || live.line },
  'agent-tool': (live, tool) => live && { ...live, line: toolLine(tool) },
  'agent-plan': (live, { done, of, entries }) => {
    const step = entries.find(({ status }) => status === 'in-progress');
    if (live === null || of === 0) return live;
    return { ...live, line: plainLine(`${done}/${of} steps${step === undefined ? '' : `: ${step.text}`}`) };
  },
  'agent-ended': (live) => live && { ...live, line: 'the agent has ended; its gate is tried' },
  check: (live, { name }) => live && { ...live, line: `check: ${plainLine(name)}` },
  taking: (live, event) => live && { ...live, line: takenLine(event) },
  outcome: () => null,
  error: () => null,
};

const CALL_MARKS = { started: '▸', ended: '✓', failed: '✗' } as const;

function toolLine({ title, path, status }: Of<'agent-tool'>): string {
  const where = path === null || title.includes(path) ? '' : ` ${path}`;
  return plainLine(`${CALL_MARKS[status]} ${title}${where}`);
}

function nextLive<T extends RunEvent['type']>(live: Live | null, event: Of<T>): Live | null {
  const next: ((live: Live | null, event: Of<T>) => Live | null) | undefined = LIVES[event.type];
  return next === undefined ? live : next(live, event);
}
