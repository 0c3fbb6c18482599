/** Every id that package.json and the code share; a test compares the two. */
import type { ModelSelector } from '../model/chat/chat.ts';

export const EXTENSION_ID = 'cairn.cairn';
export const VIEW_CONTAINER = 'cairn';
export const SESSIONS_VIEW = 'cairn.sessions';
export const STATUS_BAR_ITEM = 'cairn.status';
export const WALKTHROUGH = 'cairn.firstSession';
/** Scheme of the read-only documents at a checkpoint. */
export const CHECKPOINT_SCHEME = 'cairn';
/** Scheme of the read-only documents that hold an attempt's output. */
export const LOG_SCHEME = 'cairn-log';
/** Scheme of the read-only document that says what is well on this machine. */
export const CHECK_SCHEME = 'cairn-check';

/** Commands that the palette offers. */
export const PALETTE_COMMANDS = [
  'cairn.startSession',
  'cairn.startFromSelection',
  'cairn.resume',
  'cairn.pause',
  'cairn.stop',
  'cairn.runAgain',
  'cairn.cancel',
  'cairn.approveAndContinue',
  'cairn.approve',
  'cairn.reject',
  'cairn.answer',
  'cairn.anotherRound',
  'cairn.steer',
  'cairn.completePhase',
  'cairn.reviewPhase',
  'cairn.reviewSession',
  'cairn.browsePhase',
  'cairn.restore',
  'cairn.undoRestore',
  'cairn.fork',
  'cairn.land',
  'cairn.openStatus',
  'cairn.showPacket',
  'cairn.showOutput',
  'cairn.openWorktree',
  'cairn.createSample',
  'cairn.chooseAgent',
  'cairn.chooseLanguageModel',
  'cairn.verify',
  'cairn.delete',
  'cairn.checkMachine',
  'cairn.showLog',
] as const;

/** Commands that make sense on a row of the tree only; hidden from the palette. */
export const ROW_COMMANDS = [
  'cairn.refresh',
  'cairn.showRow',
  'cairn.showCheckOutput',
  'cairn.showAttemptOutput',
  'cairn.openToolCall',
  'cairn.openArtifact',
  'cairn.openArtifactAtCheckpoint',
  'cairn.openChange',
  'cairn.openChangedFile',
  'cairn.reviewRescue',
  'cairn.applyRescue',
  'cairn.deleteRescue',
  'cairn.chooseAnswer',
  'cairn.openConflict',
  'cairn.allow',
  'cairn.allowAlways',
  'cairn.deny',
  'cairn.effectHappened',
  'cairn.effectDidNotHappen',
  'cairn.copySessionId',
  'cairn.cancelStart',
] as const;

export type CommandId = (typeof PALETTE_COMMANDS)[number] | (typeof ROW_COMMANDS)[number];

/** Context keys that we set. Everything else in a `when` clause is VS Code's own. */
export interface ContextKeys {
  /** Which welcome view fits; see {@link Situation}. */
  readonly 'cairn.situation': Situation;
  /** Number of sessions that are not done or cancelled. */
  readonly 'cairn.openSessions': number;
  /** True when only the person could do the work on this machine. */
  readonly 'cairn.noAgent': boolean;
}

/** What the window has to show, and so which welcome an empty tree displays. */
export type Situation =
  | 'looking'
  | 'noFolder'
  | 'restricted'
  | 'noGit'
  | 'noRepository'
  | 'noCommit'
  | 'noSession'
  | 'problem'
  | 'sessions';

/** The values of our settings; defaults and descriptions are in package.json. */
export interface Settings {
  /** Named agents; machine-scoped, since they name executables. */
  readonly 'cairn.agents': Readonly<Record<string, unknown>>;
  /** The VS Code language model to use when nobody names one; {} = the first. */
  readonly 'cairn.languageModel': ModelSelector;
  /** Path of git, empty = the one on PATH; machine-scoped. */
  readonly 'cairn.git.path': string;
  readonly 'cairn.worktree.place': 'beside' | 'inside';
  /** Megabytes. */
  readonly 'cairn.capture.maxFileSize': number;
  readonly 'cairn.storage.warnAbove': number;
  /** Minutes, for all checks before the first attempt; 0: none is run then. */
  readonly 'cairn.checks.minutesBefore': number;
  readonly 'cairn.notifications': 'whenUnfocused' | 'never';
  /** A program and its arguments; empty: as the settings of the terminal say. Machine-scoped. */
  readonly 'cairn.notify': readonly string[];
}

export const SETTING_IDS = [
  'cairn.agents',
  'cairn.languageModel',
  'cairn.git.path',
  'cairn.worktree.place',
  'cairn.capture.maxFileSize',
  'cairn.storage.warnAbove',
  'cairn.checks.minutesBefore',
  'cairn.notifications',
  'cairn.notify',
] as const satisfies readonly (keyof Settings)[];
