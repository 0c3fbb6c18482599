import type { Problem } from '../base/cairnError.ts';
import type { Whereabouts } from '../model/agent/permission.ts';
import type { Crowded } from '../model/capture/crowdedFolders.ts';
import type { StayingEffect } from '../model/effects/effectsSince.ts';
import type { Obstacle } from '../model/gate/obstacle.ts';
import type { RefName } from '../model/names/ids.ts';

type Of<N extends string, F = unknown> = { readonly notice: N } & Readonly<F>;

export interface LostFile {
  readonly path: string;
  readonly why: string;
}

/** What a person must be told during an act: JSON-safe facts, no sentences. */
export type Notice = NoticeOfWork | NoticeOfPlaces | NoticeOfRescue | NoticeOfRun;

/** About what a checkpoint takes or leaves out. */
type NoticeOfWork =
  | Of<'became-first-checkpoint', { files: number }>
  | Of<'uncommitted-left-behind', { files: number; paths?: readonly string[] }>
  | Of<'not-captured', { files: readonly LostFile[]; large: boolean }>
  | Of<'crowded-folder', Crowded>
  /** `during`: checks were run meanwhile, before anything was changed. */
  | Of<'edit-taken', { files: readonly string[]; during?: 'checks' }>
  /** `uncommitted`: in place, files of a person's that no commit has. `changed`: somebody has changed files since the session was opened. */
  | Of<'baseline-not-run', { because: 'uncommitted' | 'changed' }>
  | Of<'approved-with-changes', { files: readonly string[]; checks: boolean }>
  | Of<'changed-after-agent', { phase: string; files: readonly string[] }>
  /** It passed when it ran last, and what it runs was changed by these files of the session. */
  | Of<'check-changed', { check: string; files: readonly string[] }>
  | Of<'not-landed', { files: readonly string[]; root: string }>
  | Of<'land-template', { problems: readonly Problem[] }>
  | Of<'large-records', { bytes: number }>
  | Of<'in-the-way', { obstacle: Obstacle }>
  | Of<'made-way', { obstacle: Obstacle }>
  | Of<'status-missing'>
  | Of<'status-removed'>
  | Of<'commits-taken', { branch: string | null; upTo: string; seq: number }>
  | Of<'worktree-detached', { branch: string }>
  | Of<
      'commits-left-out',
      { upTo: string; because: 'other-history' | 'unfit'; files: readonly string[] } & Kept
    >;

/** `in-place`: they stay on the person's branch. `nowhere`: no rescue may hold them. */
export interface Kept {
  kept: RefName | 'in-place' | 'nowhere';
}

/** A branch or a tag, with what it pointed at before and now; null if it is not there. */
export interface ChangedRef {
  readonly ref: string;
  readonly was: string | null;
  readonly now: string | null;
}

/** About branches, worktrees, git, and this machine's notes. */
type NoticeOfPlaces =
  | Of<'branch-mended', { ref: string; was: string | null; seq: number | undefined; commit: string }>
  | Of<'went-on-elsewhere', { remote: string; act: string; session: string }>
  | Of<'attempt-line-damaged', { attempts: readonly Named[] }>
  | Of<'journal-damaged', Named>
  | Of<'journal-line-damaged'>
  | Of<'leftovers-ended', { groups: number }>
  | Of<'branch-made', { remote: string; branch: string }>
  | Of<'head-followed', { was: string; now: string }>
  | Of<'stale-ref-lock', { ref: string }>
  | Of<'stale-worktree-lock', { lock: string }>
  | Of<'worktree-followed', { root: string }>
  | Of<'worktree-moved', { root: string }>
  | Of<'worktree-retied', { aside: string | null }>
  | Of<'worktree-of-copy', { copied: string; root: string }>
  | Of<'worktree-remade', { root: string }>
  | Of<'git-changed', { who: string; cutOff: boolean; files: readonly string[] }>
  | Of<'refs-changed', { who: string; refs: readonly ChangedRef[] }>
  | Of<'busy-elsewhere', { operation: string }>
  | Of<'unmerged-elsewhere', { files: readonly string[] }>
  | Of<'synced-folder', { client: string }>
  | Of<'archive-stays', { ref: string }>
  | Of<'gone-with-worktree', { files: readonly string[] }>
  | Of<'foreign-refs-left', { refs: readonly string[] }>;

export interface Named {
  readonly phase: string;
  readonly attempt: number;
}

/** About what was or could not be set aside. */
type NoticeOfRescue =
  | Of<'files-follow', { seq: number; rescue: RefName | null }>
  | Of<'attempt-kept', Named & { files: number }>
  | Of<'attempt-rescued', Named & { files: number; rescue: RefName }>
  | Of<'uncommitted-kept', { rescue: RefName; by: 'apply' | 'land'; files: number }>
  | Of<'work-kept', { rescue: RefName }>
  | Of<'checks-left', { files: readonly string[]; rescue: RefName }>
  | Of<'landing-not-undone', { rescue: RefName }>
  | Of<
      'records-rendered',
      { files: readonly string[]; seq: number; rescue: RefName | null; secret: readonly string[] }
    >
  | Of<'bytes-kept', { files: readonly string[]; rescue: RefName }>
  | Of<'refused-kept', { rescue: RefName }>
  | Of<'saved-kept', { files: readonly string[]; rescue: RefName }>
  | Of<'saved-not-kept', LostFile>
  | Of<'saved-stays', { files: readonly string[] }>
  | Of<'saved-with-secret', { files: readonly string[] }>
  | Of<'mode-not-kept', { was: 'executable' | 'not executable' | 'link'; files: readonly string[] }>
  | Of<'put-back', { files: readonly string[] }>
  | Of<'restore-finished', { seq: number }>;

/** About agents, effects and phases. */
type NoticeOfRun =
  | Of<'stays-done', { effects: readonly StayingEffect[] }>
  | Of<'effect-under-way', { key: string; by: string }>
  | Of<'effect-probed', { key: string; happened: boolean }>
  | Of<'effects-replayed', { phase: string; effects: number }>
  | Of<'permissions-left', { agent: string; asks: number }>
  | Of<
      'denied',
      {
        by: { person: string } | { agent: string } | 'nobody' | 'own-rules';
        places: readonly Whereabouts[];
        act: string;
      }
    >
  | Of<'rejected-elsewhere', { phase: string }>
  | Of<'approved-beforehand', { phase: string; by: string }>
  | Of<'changes-kept', { files: number }>
  | Of<'provider-refused', { seconds: number }>
  | Of<'cost-untold', { agent: string }>
  | Of<'one-by-one', { parallel: number }>
  | Of<'copied', { path: string; how: 'copied' | 'kept' | 'no-file' | 'absent' }>
  | Of<'other-agent', { phase: string; before: string; news: readonly string[] }>
  | Of<'changed-outside', { files: readonly string[] }>
  | Of<'programs-ended', { programs: number }>
  | Of<'prompted-again', { agent: string; denied: readonly string[]; times: number; most: number }>
  | Of<'not-prompted-again', { agent: string; denied: readonly string[]; most: number }>;
