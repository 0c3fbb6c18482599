import * as vscode from 'vscode';
import { counted, listed } from '../../base/listed.ts';
import type { Isolation } from '../../model/workflow/workflow.ts';
import type { RepositorySessions } from '../cairns.ts';
import { whoWorks } from '../state/agentChoices.ts';
import { startSteps, type StartStep } from '../state/startSteps.ts';
import { askInput } from './askInput.ts';
import { chooseRepository } from './chooseSession.ts';
import type { Desk, Target } from './desk.ts';
import { run } from './run.ts';
import { lookAhead, showStarting, startOptions, type Ahead, type Draft } from './startDraft.ts';
import { forgetRequest, keptRequest } from './keptRequest.ts';
import { saveBefore } from './saveBefore.ts';
import { askRequest } from './askRequest.ts';
import { pickStep, type Answer, type Choice, type Step } from './wizard.ts';
import { windowNotice } from '../words/windowNotice.ts';
import { showError, showWarning } from '../window/messages.ts';

const TITLE = 'Start Session';
const SAVE = {
  question: 'Save your changes before the session starts?',
  save: 'Save and Start',
  without: 'Start Without Them',
};

/**
 * Asks for workflow, request, place and uncommitted changes, then hands the session to a runner.
 *
 * @param given the request, unless the person says another one; null: the one of a start that came to nothing
 */
export async function startSession(desk: Desk, target: Target, given: string | null = null): Promise<void> {
  await desk.store.refresh();
  const repository = await chooseRepository(desk, target, TITLE);
  if (repository === null) return;
  const workflows = await repository.api.workflows();
  const request = given ?? keptRequest(desk, repository.key);
  const filled = await fillIn(desk, repository, workflows, request);
  if (filled === null) return;
  const { draft, session } = filled;
  const key = { repository: repository.key, session };
  const begun = filled.begun ?? showStarting(desk, key, draft);
  // In both cases the session takes the files of this working tree as they are on disk.
  const takesFiles = draft.inPlace || draft.withChanges;
  if ((takesFiles && !(await saveBefore(repository.root, SAVE))) || begun.isCancelled) return begun.over();
  if (draft.told.length > 0) void showWarning(draft.told.map(windowNotice).join(' '));
  const options = startOptions(draft, session);
  await run(desk, desk.store.repository(repository.key), { verb: 'start', options }, begun, () =>
    forgetRequest(desk, key),
  );
}

type Workflows = Awaited<ReturnType<RepositorySessions['api']['workflows']>>;

/** Goes through the steps, with a way back. Null when the person gives up. */
async function fillIn(
  desk: Desk,
  repository: RepositorySessions,
  workflows: Workflows,
  request: string,
): Promise<Ahead | null> {
  let draft: Draft = {
    workflow: '',
    request,
    inputs: {},
    inPlace: false,
    withChanges: false,
    told: [],
  };
  let at = 1;
  let further = 0;
  for (;;) {
    const steps = startSteps(inputsOf(workflows, draft));
    const step: Step = { title: TITLE, step: at, totalSteps: steps.length + further };
    const answer = await askStep({ desk, repository, workflows, step }, draft, steps[at - 1]);
    if (answer === 'cancelled') return null;
    if (answer === 'back') {
      at -= 1;
      continue;
    }
    draft = answer.value;
    if (at < steps.length) {
      at += 1;
      continue;
    }
    const end = await lastSteps(desk, repository, draft, at + 1);
    if (end === 'back') further = 1;
    else if (end !== 'refused') return end;
  }
}

/** What is left once it is known where the work happens: a look, and a question where that found uncommitted files. */
async function lastSteps(
  desk: Desk,
  repository: RepositorySessions,
  draft: Draft,
  last: number,
): Promise<Ahead | 'back' | 'refused' | null> {
  const ahead = await lookAhead(desk, repository, draft);
  if (ahead === 'refused') return 'refused';
  if (ahead === 'cancelled') return null;
  if (ahead.begun !== null) return ahead;
  const answer = await askUncommitted({ title: TITLE, step: last, totalSteps: last }, ahead.uncommitted);
  if (answer === 'cancelled') return null;
  return answer === 'back' ? 'back' : { ...ahead, draft: { ...ahead.draft, withChanges: answer.value } };
}

interface Asking {
  readonly desk: Desk;
  readonly repository: RepositorySessions;
  readonly workflows: Workflows;
  readonly step: Step;
}

async function askStep(
  { desk, repository, workflows, step }: Asking,
  draft: Draft,
  question: StartStep = { asks: 'place' },
): Promise<Answer<Draft>> {
  switch (question.asks) {
    case 'workflow':
      // Values for another one would be refused.
      return map(await askWorkflow(step, workflows), (workflow) => ({
        ...draft,
        workflow,
        inputs: workflow === draft.workflow ? draft.inputs : {},
      }));
    case 'request':
      return map(await askRequest(step, draft.request), (request) => ({ ...draft, request }));
    case 'input': {
      const { name } = question.input;
      const whyNot = (value: string): Promise<string | null> =>
        // A file that is broken meanwhile is told by the preview.
        repository.api.whyNotInput(draft.workflow, name, value).catch(() => null);
      const answer = await askInput(step, question.input, draft.inputs[name] ?? '', whyNot);
      return map(answer, (value) => ({ ...draft, inputs: { ...draft.inputs, [name]: value } }));
    }
    case 'place': {
      const who = await whoDoes(desk, workflows, draft);
      return map(await askPlace(step, chosen(workflows, draft)?.isolation ?? null, who), (inPlace) => ({
        ...draft,
        inPlace,
      }));
    }
  }
}

const chosen = (workflows: Workflows, { workflow }: Draft): Workflows[number] | undefined =>
  workflows.find(({ name }) => name === workflow);

const inputsOf = (workflows: Workflows, draft: Draft): Workflows[number]['inputs'] =>
  chosen(workflows, draft)?.inputs ?? [];

function map<A, B>(answer: Answer<A>, change: (value: A) => B): Answer<B> {
  return typeof answer === 'string' ? answer : { value: change(answer.value) };
}

async function askWorkflow(step: Step, workflows: Workflows): Promise<Answer<string>> {
  const choices = workflows.map((one) => ({
    icon: one.problem === null ? 'list-ordered' : 'error',
    label: one.title ?? one.name,
    description: [one.title === null ? '' : one.name, one.file === null ? 'comes with Cairn' : '']
      .filter((word) => word !== '')
      .join(' · '),
    detail: one.problem ?? one.description ?? '',
    value: one,
  }));
  const answer = await pickStep(step, 'Which workflow?', choices);
  if (typeof answer === 'string') return answer;
  const { name, file, problem } = answer.value;
  if (problem === null || file === null) return { value: name };
  // A broken workflow cannot be started; open it so that the person can fix it.
  await vscode.window.showTextDocument(vscode.Uri.file(file));
  void showError(`${name}: ${problem}`);
  return 'cancelled';
}

/** Who will do the work, in words; '' when an error will say so later. */
async function whoDoes(desk: Desk, workflows: Workflows, draft: Draft): Promise<string> {
  const agents = chosen(workflows, draft)?.agents ?? [];
  const auto = agents.includes('auto')
    ? await desk
        .agents()
        .auto()
        .catch(() => null) // a broken settings file is told by the preview
    : null;
  return whoWorks(agents, auto);
}

function askPlace(step: Step, isolation: Isolation | null, who: string): Promise<Answer<boolean>> {
  const asked = (own: Isolation): string => (isolation === own ? 'as the workflow says' : '');
  const worktree: Choice<boolean> = {
    icon: 'list-tree',
    label: 'In a Worktree of Its Own',
    description: asked('worktree'),
    detail: 'Your files, branch and index stay as they are until you land the result.',
    value: false,
  };
  const inPlace: Choice<boolean> = {
    icon: 'edit',
    label: 'In This Working Tree',
    description: asked('in-place'),
    detail: 'The agent works on the files that you have open; branch and index stay.',
    value: true,
  };
  return pickStep(
    step,
    who === '' ? 'Where should the work happen?' : `Where should ${who} work?`,
    isolation === 'in-place' ? [inPlace] : [worktree, inPlace],
  );
}

function askUncommitted(step: Step, uncommitted: readonly string[]): Promise<Answer<boolean>> {
  const files = counted(uncommitted.length, 'uncommitted file');
  return pickStep<boolean>(
    step,
    `You have ${files}. What about ${uncommitted.length === 1 ? 'it' : 'them'}?`,
    [
      {
        icon: 'debug-step-over',
        label: 'Leave Them Out',
        detail: `The session starts from your last commit: ${listed(uncommitted, 3)}`,
        value: false,
      },
      {
        icon: 'add',
        label: 'Take Them Along',
        detail: 'They become part of the session’s first checkpoint; your own copies stay as they are.',
        value: true,
      },
    ],
  );
}
