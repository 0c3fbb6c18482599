import type { Lease, SessionState, WorkingTree } from '../ports.ts';

/**
 * An owner that was stopped for a whole lease time, replaced and continued finds itself between any two lines of code, and
 * its heartbeat may be the last to notice. So everything that writes what the new owner works with asks first whose the
 * lease is. What remains is the instant between answer and write; behind that stands the compare-and-swap of the ref.
 */
type Fence = Pick<Lease, 'confirm'>;

/** The state of a session, writable only while we hold the lease. Throws `lease/held`. */
export function fencedState(state: SessionState, lease: Fence): SessionState {
  const fenced = fence(lease);
  return {
    ...state,
    create: (about) => fenced(() => state.create(about)),
    note: (change, stands) => fenced(() => state.note(change, stands)),
    remove: (options) => fenced(() => state.remove(options)),
    adoptIndex: (epoch) => fenced(() => state.adoptIndex(epoch)),
    journal: (line, options) => fenced(() => state.journal(line, options)),
    resetJournal: (lines) => fenced(() => state.resetJournal(lines)),
    seeGit: (seen) => fenced(() => state.seeGit(seen)),
    recordPublished: (commit) => fenced(() => state.recordPublished(commit)),
    trust: {
      ...state.trust,
      add: (trusted) => fenced(() => state.trust.add(trusted)),
      clear: () => fenced(() => state.trust.clear()),
    },
    rejected: {
      ...state.rejected,
      ask: (phase, question, acts) => fenced(() => state.rejected.ask(phase, question, acts)),
      answer: (phase, question, word) => fenced(() => state.rejected.answer(phase, question, word)),
    },
    beforehand: {
      ...state.beforehand,
      add: (word) => fenced(() => state.beforehand.add(word)),
    },
    clearOwnLocks: () => fenced(() => state.clearOwnLocks()),
  };
}

/** A working tree whose files, private index and HEAD change only while we hold the lease. Throws `lease/held`. */
export function fencedTree(tree: WorkingTree, lease: Fence): WorkingTree {
  const fenced = fence(lease);
  return {
    ...tree,
    load: (at) => fenced(() => tree.load(at)),
    loadAfter: (at, first) =>
      tree.loadAfter(at, async () => {
        const answer = await first();
        await lease.confirm();
        return answer;
      }),
    // Refreshes the private index before it compares.
    pending: () => fenced(() => tree.pending()),
    capture: (paths, along) => fenced(() => tree.capture(paths, along)),
    write: (from, to, only, raw) => fenced(() => tree.write(from, to, only, raw)),
    release: (keep) => fenced(() => tree.release(keep)),
    putBackCutOff: () => fenced(() => tree.putBackCutOff()),
    reset: (commit) => fenced(() => tree.reset(commit)),
  };
}

function fence(lease: Fence) {
  return async <T>(act: () => Promise<T>): Promise<T> => {
    await lease.confirm();
    return act();
  };
}

/** In place we need both: the lease of the session and that of the tree. */
export function bothLeases(session: Lease, tree: Lease): Lease {
  return {
    ...session,
    lost: AbortSignal.any([session.lost, tree.lost]),
    async confirm() {
      await session.confirm();
      await tree.confirm();
    },
    async reconfirm() {
      await session.reconfirm();
      await tree.reconfirm();
    },
  };
}
