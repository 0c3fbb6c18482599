import type { Permissions } from '../model/agent/permissionRules.ts';
import type { LimitName } from '../model/limits/limitNames.ts';
import type { PhaseId } from '../model/names/ids.ts';
import type { AgentKind } from './results.ts';

/** Within which bounds a session is worked on while nobody is asked. JSON-safe. */
export interface Unattended {
  /** False: somebody is, and only what is approved beforehand is another matter. */
  readonly isLeftAlone: boolean;
  readonly agents: readonly {
    readonly agent: string;
    readonly kind: AgentKind;
    readonly phases: readonly PhaseId[];
    /** Null: it asks nobody, and its own settings decide. */
    readonly permissions: Permissions | null;
  }[];
  /** Phases that need a person's yes. `by`: who said it beforehand; null: nobody, and it waits there. */
  readonly approvals: readonly { readonly phase: PhaseId; readonly by: string | null }[];
  /** Phases that wait for a look at what they hand on. */
  readonly packets: readonly PhaseId[];
  /** `of` null: of the session. */
  readonly limits: readonly {
    readonly of: PhaseId | null;
    readonly limit: LimitName;
    readonly most: number;
  }[];
  /** What programs run below; null: nothing. */
  readonly sandbox: readonly string[] | null;
}
