import type { StartEvent } from '../state/start/reduceStart.ts';
import { lookKey, type StartState } from '../state/start/startState.ts';
import { sentenceOf } from '../window/sentenceOf.ts';
import type { Desk } from './desk.ts';
import { lookOptions } from './startOptions.ts';
import { repositoriesHere } from './repositoriesHere.ts';

/** Finds out what a start would find, while somebody says it. */
export interface LearnStart {
  begin(): void;
  /** After each choice. */
  follow(): void;
  /** What is on this machine is another. */
  again(): void;
  dispose(): void;
}

/** Who says it, and what becomes of what is found. */
interface Saying {
  readonly state: () => StartState;
  readonly dispatch: (event: StartEvent) => void;
  readonly isBusy: (busy: boolean) => void;
  /** The window has no repository. */
  readonly isNothing: () => void;
}

export function learnStart(desk: Desk, { state, dispatch, isBusy, isNothing }: Saying): LearnStart {
  let isOver = false;
  let busy = 0;
  let looking = '';
  let listing = '';
  const learn = (facts: Extract<StartEvent, { type: 'known' }>['facts']): void => {
    if (!isOver) dispatch({ type: 'known', facts });
  };
  const during = async (act: Promise<void>): Promise<void> => {
    busy += 1;
    isBusy(true);
    await act.catch((error: unknown) => desk.log.warn(String(error)));
    busy -= 1;
    if (!isOver) isBusy(busy > 0);
  };
  const look = async (repository: string, of: string): Promise<void> => {
    const found = await lookAt(desk, repository, state());
    // What was asked for last is what holds.
    if (looking === of) learn({ look: { of, ...found } });
  };
  const list = async (repository: string): Promise<void> => {
    const workflows = await desk.store.repository(repository).api.workflows();
    if (listing === repository) learn({ workflows });
  };
  const place = (): void => {
    const here = repositoriesHere(desk, state().repository);
    if (here.repositories.length > 0) learn(here);
  };
  const agents = async (): Promise<void> => learn({ agents: await desk.agents().found() });
  const refresh = async (): Promise<void> => {
    await desk.store.refresh();
    if (isOver) return;
    place();
    if (state().repository === null) isNothing();
  };
  const follow = (): void => {
    const { repository } = state();
    if (repository === null || state().repositories.length === 0 || isOver) return;
    const of = lookKey(state());
    if (of !== looking) void during(look(repository, (looking = of)));
    if (repository !== listing) void during(list((listing = repository)));
  };
  return {
    begin() {
      place();
      void during(refresh());
      void during(agents());
    },
    follow,
    again() {
      looking = '';
      void during(agents());
      follow();
    },
    dispose: () => (isOver = true),
  };
}

type Look = Omit<NonNullable<StartState['look']>, 'of'>;

const lookAt = (desk: Desk, repository: string, { draft }: StartState): Promise<Look> =>
  desk.store
    .repository(repository)
    .api.lookAhead(lookOptions(draft))
    .then(
      (found) => ({ found, problem: '' }),
      (error: unknown) => ({ found: null, problem: problemIn(error) }),
    );

function problemIn(error: unknown): string {
  const { message, detail, hint } = sentenceOf(error);
  return [message, detail, hint].filter((part) => part !== '').join(' ');
}
