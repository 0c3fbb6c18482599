import type { SessionId } from '../model/names/ids.ts';
import { surestName } from '../model/names/shortName.ts';
import type { Checked } from '../model/status/statusWords.ts';
import { doneWords } from '../model/text/doneWords.ts';
import { shellWords } from '../base/shellWords.ts';
import { stepsFor } from '../cli/output/stepsFor.ts';
import type { StatusView } from '../session/results.ts';

/** What the `notify` command is given on its standard input (FORMAT.md, *A notification*). */
export interface Notification {
  readonly schema: 1;
  readonly event: 'waits' | 'limit' | 'blocked' | 'done';
  readonly session: SessionId;
  readonly title: string;
  readonly branch: string;
  /** Any folder of its repository. */
  readonly root: string;
  /** Null of a session that is done. */
  readonly phase: string | null;
  /** What stands behind a session that is done; null of the other events, and where nobody wrote it down. */
  readonly checked: Checked | null;
  /** What is asked, why it is blocked, or how it is done. */
  readonly text: string | null;
  readonly options: readonly string[];
  /** What can be typed next, in {@link root}, the likeliest first; with a name that stays this session's, whenever it is read. */
  readonly commands: readonly string[];
}

/** One, and what tells it from those of the same run that were sent before. */
export interface News {
  readonly key: string;
  readonly notification: Notification;
}

/**
 * What a session has come to that a person should know, as far as this run has published it: what waited before is no news.
 *
 * @param published the commits of its checkpoints that this run has made
 */
export function newsOf(status: StatusView, published: ReadonlySet<string>, root: string): readonly News[] {
  const { session, title, branch, phases } = status;
  const called = surestName(session);
  const commands = stepsFor(status, (...words) =>
    shellWords(['cairn', ...words.map((word) => (word === session ? called : word))]),
  ).map(([typed]) => typed);
  const about = (event: Notification['event'], over: Partial<Notification>): Notification => ({
    schema: 1,
    event,
    session,
    title,
    branch,
    root,
    phase: null,
    checked: null,
    text: null,
    options: [],
    commands,
    ...over,
  });
  const isNew = (phase: string): string | null => {
    const commit = phases.find(({ id }) => id === phase)?.commit ?? null;
    return commit !== null && published.has(commit) ? commit : null;
  };
  // What would be run may hold a secret, and nobody knows where this is sent.
  const asked = status.questions.flatMap(({ phase, text, options, about: kind }): readonly News[] => {
    const commit = isNew(phase);
    if (commit === null) return [];
    const said = kind === 'permission' ? `${phase} waits, as nobody was there to allow something.` : text;
    const notification = about(kind === 'limit' ? 'limit' : 'waits', { phase, text: said, options });
    return [{ key: `${phase} ${commit}`, notification }];
  });
  const permissions = status.permissions.map(({ id, phase, agent, kind }): News => ({
    key: id,
    notification: about('waits', { phase, text: `${agent} asks for a permission (${kind}).` }),
  }));
  const blocked = phases.flatMap(({ id, blockedBy, reasons }): readonly News[] => {
    const commit = blockedBy === null ? null : isNew(id);
    if (commit === null) return [];
    return [
      { key: `${id} ${commit}`, notification: about('blocked', { phase: id, text: reasons.join('\n') }) },
    ];
  });
  const { checked } = status;
  const text = `The session is ${doneWords(checked)}.`;
  const done: readonly News[] =
    status.state === 'done' && published.size > 0
      ? [{ key: 'done', notification: about('done', { checked, text }) }]
      : [];
  return [...asked, ...permissions, ...blocked, ...done];
}
