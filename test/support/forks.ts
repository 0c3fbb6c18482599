import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { readdir, readFile } from '../../src/host/disk.ts';
import type { SessionId } from '../../src/model/names/ids.ts';
import { type ResumeOptions, PLAIN_RESUME } from '../../src/session/api/run.ts';
import { saidOutcome, type SaidOutcome } from '../../src/sentences/outcomeSentence.ts';
import { DEMO, type Seat } from './session.ts';

/** The session that is forked off the one of every stage. */
export const OTHER = 'other' as SessionId;

/** Forks the session of every stage, or another. */
export const fork = ({ api }: Seat, to: string, id: string = OTHER, of: SessionId = DEMO) =>
  api.fork(of, to, { id });

/** Goes on with any session. */
export const goOn = (
  { api }: Seat,
  session: SessionId,
  over: Partial<ResumeOptions> = {},
): Promise<SaidOutcome> =>
  api.resume(session, { ...PLAIN_RESUME, ...over }, new AbortController().signal).then(saidOutcome);

/** `seq kind phase/attempt state`, oldest first. */
export async function logOf({ api }: Seat, session: SessionId): Promise<readonly string[]> {
  return (await api.log(session)).map(({ seq, kind, phase, attempt, state }) =>
    [seq, kind, phase === null ? '-' : `${phase}/${attempt}`, state].join(' '),
  );
}

/** What `verify` finds in all of them: `[]` when all is well. */
export async function allViolations({ api }: Seat): Promise<readonly unknown[]> {
  return (await api.verify(null)).flatMap(({ session, violations }) =>
    violations.map((violation) => ({ session, ...violation })),
  );
}

/** Everything that a session has on this machine, byte for byte: its refs, its state and its worktree. */
export async function everythingOf(
  { repo }: Seat,
  session: SessionId,
): Promise<Readonly<Record<string, string>>> {
  const found: Record<string, string> = {
    refs: await repo.git(
      'for-each-ref',
      '--format=%(refname) %(objectname)',
      `refs/heads/cairn/${session}`,
      `refs/cairn/${session}`,
    ),
  };
  for (const root of [join(repo.root, '.git/cairn', session), `${repo.root}.worktrees/${session}`])
    for (const entry of await readdir(root, { recursive: true, withFileTypes: true }).catch(() => [])) {
      const path = join(entry.parentPath, entry.name);
      if (entry.isFile())
        found[path] = createHash('sha256')
          .update(await readFile(path))
          .digest('hex');
    }
  return found;
}
