import type { PermissionAnswer } from '../../model/agent/permissionWords.ts';
import { wordsOfAct } from '../../model/agent/permissionAct.ts';
import type { PermissionRequest } from '../../model/agent/permissionRequest.ts';
import { permissionWord } from '../../model/agent/permissionWord.ts';
import type { SessionId } from '../../model/names/ids.ts';
import type { Context } from './command.ts';
import { plainLine } from '../terminal/plainText.ts';
import type { ProgressView } from '../output/progressView.ts';
import { withNames } from '../output/withNames.ts';

/** Asks the person at this terminal what an agent at work wants to know, one question at a time. */
export interface PermissionPrompt {
  ask(request: PermissionRequest): void;
  /** Drops a request that nobody waits for: it was answered, here or elsewhere, or its agent is gone. */
  over(id: string): void;
  end(): void;
}

const SAID: Readonly<Record<PermissionAnswer, string>> = {
  allow: 'Allowed',
  'allow-always': 'Allowed, now and for the rest of this attempt',
  deny: 'Denied',
};

export function askPermissions(
  context: Context,
  session: () => SessionId,
  view: ProgressView,
): PermissionPrompt {
  const { style, terminal } = context;
  const waiting = new Map<string, AbortController>();
  let turn: Promise<void> = Promise.resolve();

  const put = async (request: PermissionRequest, over: AbortSignal): Promise<void> => {
    if (over.aborted) return;
    const api = await context.api();
    // Another window or terminal is already asking.
    const mine = await api.claimPermission(session(), request.id);
    if (!mine && !over.aborted) {
      const { command } = await withNames(context);
      return view.note(`${asked(request)}\n  Answer: ${command('answer', session(), '-m', 'allow')}`);
    }
    view.hold(`${asked(request)}\n  ${CHOICES}`);
    try {
      for (;;) {
        const typed = over.aborted ? null : await terminal.ask('  > ', over);
        if (over.aborted) return view.note(`${style.dim('·')} Answered elsewhere, or not needed any more.`);
        if (typed === null) return;
        const answer = permissionWord(typed);
        if (answer === null) {
          view.note([...wholeOf(request), KEYS].join('\n'));
          continue;
        }
        const first = await api.permit(session(), request.id, answer);
        const mark = answer === 'deny' ? style.bad('✗') : style.good('✓');
        return view.note(
          first ? `${mark} ${SAID[answer]}.` : `${style.dim('·')} Somebody else was faster with an answer.`,
        );
      }
    } finally {
      view.goOn();
    }
  };

  const asked = (request: PermissionRequest): string => {
    const { agent, kind, paths } = request;
    const { act, description } = wordsOfAct(request, LONGEST_ACT);
    return [
      `${style.asks('?')} ${plainLine(agent)} asks for a permission (${kind}): ${style.bold(plainLine(act))}`,
      ...(description === null ? [] : [style.dim(`  “${plainLine(description)}”`)]),
      ...paths.map((path) => `  ${plainLine(path)}`),
    ].join('\n');
  };

  return {
    ask(request) {
      const over = new AbortController();
      waiting.set(request.id, over);
      turn = turn
        .then(() => put(request, over.signal))
        .catch((error: unknown) => view.note(`${style.bad('✗')} could not ask: ${String(error)}`));
    },
    over: (id) => waiting.get(id)?.abort(),
    end: () => waiting.forEach((over) => over.abort()),
  };
}

const LONGEST_ACT = 1_000;

/** The full text of an act that the question shortened. */
function wholeOf(request: PermissionRequest): readonly string[] {
  const { act } = wordsOfAct(request, Infinity);
  return act.length > LONGEST_ACT ? [`  ${plainLine(act)}`] : [];
}

const CHOICES = '[y] allow   [a] always, until this attempt ends   [n] deny   [?] more';

/** The same words as for `cairn answer`. */
const KEYS = [
  '  y, allow    it may do that, this once',
  '  a, always   that and the like of it, until this attempt ends',
  '  n, deny     not that; the agent is told and goes on',
].join('\n');
