import type { RunEvent } from '../../runner/runEvents.ts';
import type { Context } from '../commands/command.ts';
import { NOTHING_SAID, saidOnce } from './saidOnce.ts';
import { eventLines } from './eventLines.ts';
import { howLong } from './howLong.ts';
import { liveOf, livePhases, type Live } from './livePhases.ts';
import type { Style } from '../terminal/style.ts';
import { shorten } from '../terminal/textWidth.ts';

/** Prints what happens while a session runs; on a terminal a living line for each phase at work follows below. */
export interface ProgressView {
  /** `agentSaid`: the output of the attempt whose gate did not hold, if known. */
  show(event: RunEvent, agentSaid?: readonly string[]): void;
  /** Prints a text of our own between the events, even while the screen is held. */
  note(text: string): void;
  /** Prints a question and leaves the screen to the person who answers; prints what happens meanwhile afterwards. */
  hold(text: string): void;
  goOn(): void;
  /** Removes the living lines; prints nothing afterwards. */
  end(): void;
}

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const FRAME_MS = 120;

export function progressView(context: Context): ProgressView {
  const { terminal, style } = context;
  const sink = context.json ? terminal.err : terminal.out;
  const lively = sink.isTerminal && terminal.env['TERM'] !== 'dumb';
  let live: readonly Live[] = [];
  /** More than one has been at work: what is printed says whose it is from then on. */
  let several = false;
  let said = NOTHING_SAID;
  let frame = 0;
  /** How many lines are there, the cursor in the last one. */
  let drawn = 0;
  let held: string[] | null = null;

  const toFirst = (): string => (drawn > 1 ? `\u001b[${drawn - 1}A` : '');
  const wipe = (): void => {
    if (drawn > 0) sink.write(`${toFirst()}\r${drawn > 1 ? '\u001b[J' : '\u001b[K'}`);
    drawn = 0;
  };
  const draw = (): void => {
    if (!lively || held !== null) return;
    if (live.length === 0) return wipe();
    frame = (frame + 1) % FRAMES.length;
    // Asked for each time, as windows are resized. One column stays free, or some terminals wrap.
    const look = { now: terminal.now(), width: sink.width() - 3, style };
    const lines = linesOf(live, look, style.active(FRAMES.at(frame) ?? ''), sink.height() - 1);
    if (lines.length < drawn) wipe();
    sink.write(toFirst() + lines.join('\n'));
    drawn = lines.length;
  };
  const timer = lively ? setInterval(draw, FRAME_MS).unref() : null;
  const print = (lines: readonly string[]): void => {
    wipe();
    for (const line of lines) context.say(line);
    draw();
  };
  return {
    show(news, lastOfAgent = []) {
      const before = live;
      live = livePhases(before, news);
      several ||= live.length > 1;
      const once = saidOnce(said, news, lastOfAgent);
      said = once.said;
      const lines = linesFor(once, { ...context, lively, several, ...knownOf(before, news) });
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
      live = [];
      wipe();
    },
  };
}

const linesFor = (
  { event, agentSaid, failed }: ReturnType<typeof saidOnce>,
  look: Omit<Parameters<typeof eventLines>[1], 'agentSaid' | 'failed'>,
): readonly string[] =>
  event === null
    ? []
    : eventLines(event, { ...look, agentSaid, ...(failed === undefined ? {} : { failed }) });

/** A line each, as far as there is room, else the last one counts the others: what scrolls away cannot be drawn over. */
function linesOf(live: readonly Live[], look: Look, mark: string, room: number): readonly string[] {
  const shown = live.length <= room ? live : live.slice(0, Math.max(1, room - 1));
  const more = live.length - shown.length;
  return [
    ...shown.map((one) => `\r\u001b[K${mark} ${lineOf(one, look)}`),
    ...(more === 0 ? [] : [`\r\u001b[K  ${look.style.dim(`… ${more} more at work`)}`]),
  ];
}

/** How lines are written. */
interface Look {
  readonly now: number;
  readonly width: number;
  readonly style: Style;
}

/** What is known of the attempt that an event is about. */
function knownOf(
  before: readonly Live[],
  event: RunEvent,
): { readonly startedAt: number | null; readonly again: boolean } {
  const live = liveOf(before, event);
  const again = event.type === 'check-ended' && live?.checked.includes(event.name) === true;
  return { startedAt: live?.since ?? null, again };
}

function lineOf({ what, since, line }: Live, { now, width, style }: Look): string {
  const head = `${what} · ${howLong(now - since)}`;
  const text = shorten(line === '' ? head : `${head} · ${line}`, width);
  return text.startsWith(head) ? head + style.dim(text.slice(head.length)) : text;
}
