import type { StatusView } from '../../session/results.ts';
import { EXIT, type ExitCode } from '../output/exitCodes.ts';

/** A look costs some processes of git, and nobody who waits for an agent waits for less. */
const LOOK_MS = 2_000;

/**
 * The exit code of a session in which nothing more happens by itself, or that asks somebody something; null while it is at work. A phase
 * that waits, or an agent that asks, counts also where others are at work.
 */
export function exitAtRest({
  state,
  questions,
  permissions,
}: Pick<StatusView, 'state' | 'questions' | 'permissions'>): ExitCode | null {
  switch (state) {
    case 'done':
      return EXIT.done;
    case 'waiting':
      return EXIT.waiting;
    case 'blocked':
      return EXIT.blocked;
    case 'running':
      return questions.length + permissions.length > 0 ? EXIT.waiting : null;
    default:
      // Cancelled; nobody drives it; or it cannot be made out whether anybody does.
      return EXIT.stopped;
  }
}

/**
 * Looks at a session until it is at rest.
 *
 * @param pause between two looks
 */
export async function untilAtRest(
  first: StatusView,
  look: () => Promise<StatusView>,
  pause: () => Promise<unknown> = () => new Promise((resolve) => setTimeout(resolve, LOOK_MS)),
): Promise<{ readonly status: StatusView; readonly exit: ExitCode }> {
  for (let status = first; ; status = await look()) {
    const exit = exitAtRest(status);
    if (exit !== null) return { status, exit };
    await pause();
  }
}
