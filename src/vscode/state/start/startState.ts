import type { Running } from '../../../session/api/run.ts';
import type { StartAhead } from '../../../session/ahead.ts';
import type { AgentsFound } from '../../../session/results.ts';
import type { Input } from '../../../model/inputs/input.ts';
import { EMPTY_DRAFT, type StartDraft } from './startDraft.ts';

export type Workflows = Awaited<ReturnType<Running['workflows']>>;

/** What the list shows: what is to be done and how, or the choices behind one of its rows. */
export type Page =
  | {
      readonly of:
        | 'start'
        | 'folder'
        | 'workflow'
        | 'place'
        | 'base'
        | 'changes'
        | 'agent'
        | 'checks'
        | 'setup'
        | 'unattended';
    }
  /** `thenStart`: it was missing when the session was to begin. */
  | { readonly of: 'input'; readonly name: string; readonly thenStart: boolean };

/** A session that a person is about to begin. What is null is not known yet. */
export interface StartState {
  readonly repositories: readonly { readonly key: string; readonly name: string; readonly root: string }[];
  /** Its key. */
  readonly repository: string | null;
  readonly draft: StartDraft;
  readonly page: Page;
  /** What is typed on another page than the first. */
  readonly box: string;
  /** Why what was typed there cannot be taken. */
  readonly refusal: string | null;
  /** Whether it begins now. */
  readonly begins: boolean;
  /** It was to begin before it was known what it needs: it is asked for as soon as that is known. */
  readonly isWanted: boolean;
  readonly workflows: Workflows | null;
  readonly agents: AgentsFound | null;
  /** What a start would find, and of which choices. */
  readonly look: { readonly of: string; readonly found: StartAhead | null; readonly problem: string } | null;
}

export const START_PAGE: Page = { of: 'start' };

export const newStart = (draft: Partial<StartDraft> = {}): StartState => ({
  repositories: [],
  repository: null,
  draft: { ...EMPTY_DRAFT, ...draft },
  page: START_PAGE,
  box: '',
  refusal: null,
  begins: false,
  isWanted: false,
  workflows: null,
  agents: null,
  look: null,
});

/** The choices on which it depends what a start finds; commands that a person says take the place of those that it found. */
export const lookKey = ({ repository, draft }: Pick<StartState, 'repository' | 'draft'>): string =>
  JSON.stringify([repository, draft.workflow, draft.inPlace, draft.base]);

/** What a start finds as things are now; null: not known. */
export const foundBy = (state: StartState): StartAhead | null =>
  state.look?.of === lookKey(state) ? state.look.found : null;

/** Why a start would be refused; '' where it would not, or that is not known. */
export const problemOf = (state: StartState): string =>
  state.look?.of === lookKey(state) ? state.look.problem : '';

/** What the workflow requires and nobody has said, in its order. */
export const missingInputs = (state: StartState): readonly Input[] =>
  (foundBy(state)?.inputs ?? []).filter(
    ({ name, required }) => required && state.draft.inputs[name] === undefined,
  );
