/** What a list of sessions is shown with, and how one is found: loaded with the first of them. */
export { findStatus } from './look/findStatus.ts';
export { resolveSession } from './look/resolveSession.ts';
export { listCheckpoints, sessionLog } from './look/sessionLog.ts';
export { sessionStatus } from './look/sessionStatus.ts';
export { explainDamage } from './record/damage.ts';
