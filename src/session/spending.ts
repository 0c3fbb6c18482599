import type { PhaseId } from '../model/names/ids.ts';
import { sumSpent, type Spent } from '../model/limits/limits.ts';

/** What attempts that are at work use up, of which no journal tells yet: a limit of the session is one for all slots. */
export interface Spending {
  /** By those at work now. */
  readonly used: Spent;
  /** Phases at work: of their attempts this counts all, whatever a journal says of them by now. */
  readonly phases: ReadonlySet<PhaseId>;
  /**
   * @param used what this attempt of a phase has used up so far
   * @param look called when another one used more, or has joined
   */
  join(phase: PhaseId, used: () => Spent, look: () => void): Share;
}

export interface Share {
  /** What others used up while this attempt was at work. */
  readonly others: Spent;
  /** How many are at work, this one included. */
  readonly atWork: number;
  /** It used more. */
  tell(): void;
  leave(): void;
}

type Member = Readonly<{ phase: PhaseId; used: () => Spent; look: () => void }>;

export function createSpending(): Spending {
  const members = new Set<Member>();
  /** By attempts that ended: whoever joined before that has not read it in a journal. */
  const ended: Spent[] = [];
  return {
    get used() {
      return sumSpent([...members].map((one) => one.used()));
    },
    get phases() {
      return new Set([...members].map(({ phase }) => phase));
    },
    join(phase, used, look) {
      const own: Member = { phase, used, look };
      const before = ended.length;
      members.add(own);
      const others = (): readonly Member[] => [...members].filter((one) => one !== own);
      const tell = (): void => {
        for (const one of others()) one.look();
      };
      tell();
      return {
        tell,
        get others() {
          return sumSpent([...ended.slice(before), ...others().map((one) => one.used())]);
        },
        get atWork() {
          return members.size;
        },
        leave() {
          if (members.delete(own)) ended.push(used());
        },
      };
    },
  };
}
