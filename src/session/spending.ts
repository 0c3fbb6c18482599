import { sumSpent, type Spent } from '../model/limits/limits.ts';

/**
 * What attempts of a run use up: a limit of the session is one for all slots. Each is counted here from when it begins, and nowhere else,
 * as between its end and its checkpoint no record and no journal may tell of it.
 */
export interface Spending {
  /** What was used before the first of them: it is read once. */
  before(read: () => Promise<Spent>): Promise<Spent>;
  /** By those that have ended, and those at work now. */
  readonly used: Spent;
  /** Each attempt at work journals what it has used so far. */
  note(): Promise<void>;
  /** @param note does so for one attempt; what it answers ends that */
  noting(note: () => Promise<void>): () => void;
  /**
   * @param used what this attempt has used up so far
   * @param look called when another one used more, or has joined
   */
  join(used: () => Spent, look: () => void): Share;
}

export interface Share {
  /** What all other attempts of the run used up. */
  readonly others: Spent;
  /** How many are at work, this one included. */
  readonly atWork: number;
  /** It used more. */
  tell(): void;
  leave(): void;
}

type Member = Readonly<{ used: () => Spent; look: () => void }>;

export function createSpending(): Spending {
  const members = new Set<Member>();
  const notes = new Set<() => Promise<void>>();
  let ended = sumSpent([]);
  let before: Promise<Spent> | null = null;
  const usedBy = (some: readonly Member[]): Spent => sumSpent([ended, ...some.map((one) => one.used())]);
  return {
    before: (read) => (before ??= read()),
    get used() {
      return usedBy([...members]);
    },
    async note() {
      await Promise.all([...notes].map((note) => note()));
    },
    noting(note) {
      notes.add(note);
      return () => void notes.delete(note);
    },
    join(used, look) {
      const own: Member = { used, look };
      members.add(own);
      const others = (): readonly Member[] => [...members].filter((one) => one !== own);
      const tell = (): void => {
        for (const one of others()) one.look();
      };
      tell();
      return {
        tell,
        get others() {
          return usedBy(others());
        },
        get atWork() {
          return members.size;
        },
        leave() {
          if (members.delete(own)) ended = sumSpent([ended, used()]);
        },
      };
    },
  };
}
