/**
 * The one door to Cairn for the terminal, the window and other programs, one interface per purpose. `createApi` binds it to a
 * world. Every member answers plain values or throws a `CairnError`.
 */
import type { Running } from './api/run.ts';
import type { Looking } from './api/look.ts';
import type { AtCommit, Contents } from './api/contents.ts';
import type { Output } from './api/output.ts';
import type { Deciding } from './api/decide.ts';
import type { Restoring } from './api/restore.ts';
import type { Rescues } from './api/rescue.ts';
import type { Effects } from './api/effects.ts';
import type { Trusting } from './api/trust.ts';
import type { AgentsHere } from './api/agents.ts';

export interface CairnApi
  extends
    Running,
    Looking,
    Contents,
    AtCommit,
    Output,
    Deciding,
    Restoring,
    Rescues,
    Effects,
    Trusting,
    AgentsHere {
  dispose(): Promise<void>;
}
