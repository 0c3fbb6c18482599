import type { ChatMessage, ToolCall, ToolResult } from './chat.ts';
import type { TurnLine, TurnsEnd } from './turnJournal.ts';

/** A call of the current reply. */
export interface OpenCall {
  readonly call: ToolCall;
  readonly hash: string;
  /** True if it was running when its process died; how far it got is unknown. */
  readonly inDoubt: boolean;
}

/** What a conversation needs next. */
export type NextTurn =
  | { readonly do: 'ask'; readonly turn: number }
  /** At least one, in the model's order, without those that have ended. */
  | { readonly do: 'run-tools'; readonly turn: number; readonly calls: readonly OpenCall[] }
  /** The model replied without calling a tool; `inARow` counts such replies, including this one. */
  | { readonly do: 'weigh'; readonly turn: number; readonly text: string; readonly inARow: number }
  | { readonly do: 'end'; readonly outcome: TurnsEnd }
  /** Two different calls have the same id, so their results cannot be told apart. */
  | { readonly do: 'stop'; readonly id: string };

export interface TurnPlan {
  /** The conversation to send to the model. */
  readonly messages: readonly ChatMessage[];
  readonly next: NextTurn;
}

/**
 * Decides the next step of a conversation from its journal alone. Deterministic.
 *
 * | the journal ends with | next | |---|---| | what we said, or results for all calls | the model is asked | | a request
 * without a reply | the model is asked | | a reply whose calls have not all ended | those that have not are run | | a reply
 * without a call | it is weighed | | an end that the model named | that end |
 *
 * An ended call is known by its id and input: its result applies wherever the model repeats it. Words said while calls are open
 * come after their results, since a model needs those first.
 */
export function planTurn(
  lines: readonly TurnLine[],
  hashOf: (call: Pick<ToolCall, 'name' | 'input'>) => string,
): TurnPlan {
  const fold = new Fold(hashOf);
  for (const line of lines) fold.take(line);
  return { messages: fold.messages, next: fold.next() };
}

class Fold {
  readonly messages: ChatMessage[] = [];
  readonly #hashOf: (call: Pick<ToolCall, 'name' | 'input'>) => string;
  /** By id: its input, over the whole conversation. */
  readonly #hashes = new Map<string, string>();
  readonly #ended = new Map<string, ToolResult>();
  readonly #begun = new Set<string>();
  /** The reply whose calls are open. */
  #open: readonly ToolCall[] = [];
  #queued: string[] = [];
  #silent: { readonly text: string; readonly inARow: number } | null = null;
  #inARow = 0;
  #turns = 0;
  #end: TurnsEnd | null = null;
  #conflict: string | null = null;

  constructor(hashOf: (call: Pick<ToolCall, 'name' | 'input'>) => string) {
    this.#hashOf = hashOf;
  }

  take(line: TurnLine): void {
    switch (line.type) {
      case 'said':
        this.#say(line.text);
        break;
      case 'turn-received':
        this.#receive(line.text, line.calls);
        break;
      case 'tool-begun':
        this.#claim(line.id, line.hash);
        this.#begun.add(line.id);
        break;
      case 'tool-ended':
        this.#claim(line.id, line.hash);
        this.#ended.set(line.id, { id: line.id, ok: line.ok, text: line.text });
        this.#closeReply();
        break;
      case 'ended':
        this.#end = line.outcome;
        break;
      case 'turn-requested':
      case 'tools-planned':
      case 'tools-done':
        // For readers of the journal: other lines imply these.
        break;
    }
  }

  next(): NextTurn {
    if (this.#end !== null) return { do: 'end', outcome: this.#end };
    if (this.#conflict !== null) return { do: 'stop', id: this.#conflict };
    const turn = this.#turns;
    if (this.#silent !== null) return { do: 'weigh', turn, ...this.#silent };
    const calls = this.#open
      .filter(({ id }) => !this.#ended.has(id))
      .map((call) => ({ call, hash: this.#hashOf(call), inDoubt: this.#begun.has(call.id) }));
    return calls.length > 0 ? { do: 'run-tools', turn, calls } : { do: 'ask', turn: turn + 1 };
  }

  #say(text: string): void {
    this.#silent = null;
    if (this.#open.length > 0) this.#queued.push(text);
    else this.messages.push({ role: 'person', text });
  }

  #receive(text: string, calls: readonly ToolCall[]): void {
    this.#turns += 1;
    // We never ask while calls are open; a journal that says so must not produce a conversation that no model accepts.
    if (this.#open.length > 0)
      this.#answer(this.#open.map(({ id }) => this.#ended.get(id) ?? { id, ok: false, text: 'never run' }));
    for (const call of calls) this.#claim(call.id, this.#hashOf(call));
    // A repeated call is one call.
    this.#open = calls.filter(({ id }, at) => calls.findIndex((other) => other.id === id) === at);
    this.messages.push({ role: 'model', text, calls: this.#open });
    this.#inARow = calls.length === 0 ? this.#inARow + 1 : 0;
    this.#silent = calls.length === 0 ? { text, inARow: this.#inARow } : null;
    this.#closeReply();
  }

  #claim(id: string, hash: string): void {
    const known = this.#hashes.get(id);
    if (known !== undefined && known !== hash) this.#conflict ??= id;
    this.#hashes.set(id, hash);
  }

  /** Once every call of the reply has its result, sends them together, then what was said meanwhile. */
  #closeReply(): void {
    if (this.#open.length === 0) return;
    const results = this.#open.flatMap(({ id }) => this.#ended.get(id) ?? []);
    if (results.length === this.#open.length) this.#answer(results);
  }

  #answer(results: readonly ToolResult[]): void {
    this.messages.push({ role: 'tools', results });
    this.#open = [];
    for (const text of this.#queued) this.messages.push({ role: 'person', text });
    this.#queued = [];
  }
}
