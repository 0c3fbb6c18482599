import { requestFrom, requestOf, EMPTY_DRAFT, type StartDraft } from './startDraft.ts';
import { foundBy, missingInputs, START_PAGE, type Page, type StartState } from './startState.ts';
import type { StartAct } from './startRow.ts';

export type StartEvent =
  | { readonly type: 'typed'; readonly text: string }
  /** From a file, or an editor. */
  | { readonly type: 'given'; readonly text: string }
  | { readonly type: 'back' }
  | { readonly type: 'picked'; readonly act: StartAct }
  /** What was typed on this page cannot be taken. */
  | { readonly type: 'refused'; readonly why: string }
  | {
      readonly type: 'known';
      readonly facts: Partial<
        Pick<StartState, 'repositories' | 'repository' | 'workflows' | 'agents' | 'look'>
      >;
    };

/** What becomes of a start that a person is about to say. */
export function reduceStart(state: StartState, event: StartEvent): StartState {
  switch (event.type) {
    case 'typed':
      return typed(state, event.text);
    case 'given':
      return onPage({ ...state, draft: { ...state.draft, ...requestFrom(event.text) } }, START_PAGE);
    case 'back':
      return onPage(state, START_PAGE);
    case 'picked':
      return picked(state, event.act);
    case 'refused':
      return { ...state, refusal: event.why };
    case 'known':
      return known({ ...state, ...event.facts });
  }
}

const typed = (state: StartState, text: string): StartState =>
  state.page.of === 'start'
    ? { ...state, draft: { ...state.draft, typed: text } }
    : { ...state, box: text, refusal: null };

const known = (state: StartState): StartState =>
  state.isWanted && foundBy(state) !== null ? start({ ...state, isWanted: false }) : state;

function picked(state: StartState, act: StartAct): StartState {
  const { draft } = state;
  switch (act.act) {
    case 'start':
      return start(state);
    case 'open':
      return onPage(state, act.page);
    case 'change':
      return onPage({ ...state, draft: { ...draft, ...act.change } }, act.page);
    case 'folder':
      return folder(state, act.repository);
    case 'input': {
      const { page } = state;
      const next = { ...state, draft: { ...draft, inputs: { ...draft.inputs, [act.name]: act.value } } };
      return page.of === 'input' && page.thenStart ? start(next) : onPage(next, START_PAGE);
    }
    // What they do is done outside.
    case 'agent':
    case 'read':
      return onPage(state, START_PAGE);
  }
}

/** Asks for what is missing first, one after the other. */
function start(state: StartState): StartState {
  if (requestOf(state.draft).trim() === '') return state;
  const [missing] = missingInputs(state);
  if (missing === undefined) return { ...onPage(state, START_PAGE), begins: true };
  return onPage(state, { of: 'input', name: missing.name, thenStart: true });
}

const onPage = (state: StartState, page: Page): StartState => ({
  ...state,
  page,
  box: saidOn(page, state.draft),
  refusal: null,
});

/** What stands in the box of a page that asks for one value. */
function saidOn(page: Page, { inputs, base }: StartDraft): string {
  if (page.of === 'base') return base ?? '';
  return page.of === 'input' ? (inputs[page.name] ?? '') : '';
}

/** What is to be done stays; what was chosen was chosen for another repository. */
function folder(state: StartState, repository: string): StartState {
  const next = onPage(state, START_PAGE);
  if (repository === state.repository) return next;
  const { typed: words, whole, unattended } = state.draft;
  const draft = { ...EMPTY_DRAFT, typed: words, whole, unattended };
  return { ...next, repository, draft, workflows: null, look: null };
}
