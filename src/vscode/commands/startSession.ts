import * as vscode from 'vscode';
import { counted, listed } from '../../base/listed.ts';
import type { Isolation } from '../../model/workflow/workflow.ts';
import type { RepositorySessions } from '../cairns.ts';
import { whoWorks } from '../state/agentChoices.ts';
import { chooseRepository } from './chooseSession.ts';
import type { Desk, Target } from './desk.ts';
import { run } from './run.ts';
import { lookAhead, showStarting, startOptions, type Draft } from './startDraft.ts';
import { saveBefore } from './saveBefore.ts';
import { inputStep, pickStep, type Answer, type Choice, type Step } from './wizard.ts';
import { windowNotice } from '../words/windowNotice.ts';
import { showError, showInfo, showWarning } from '../window/messages.ts';

const TITLE = 'Start Session';
const SAVE = {
  question: 'Save your changes before the session starts?',
  save: 'Save and Start',
  without: 'Start Without Them',
};

/** Asks for workflow, request, place and uncommitted changes, then hands the session to a runner. */
export async function startSession(desk: Desk, target: Target): Promise<void> {
  await desk.store.refresh();
  const repository = await chooseRepository(desk, target, TITLE);
  if (repository === null) return;
  const workflows = await repository.api.workflows();
  if (workflows.length === 0) {
    const made = await showInfo(
      'This repository has no workflow yet. A workflow names the phases of a session.',
      'Create Sample Workflow',
    );
    if (made !== undefined) await vscode.commands.executeCommand('cairn.createSample', target);
    return;
  }
  const draft = await fillIn(desk, repository, workflows);
  if (draft === null) return;
  // In both cases the session takes the files of this working tree as they are on disk.
  const takesFiles = draft.inPlace || draft.withChanges;
  if (takesFiles && !(await saveBefore(repository.root, SAVE)))
    return showStarting(desk, repository, draft, false);
  if (draft.told.length > 0) void showWarning(draft.told.map(windowNotice).join(' '));
  const options = startOptions(draft);
  await run(desk, desk.store.repository(repository.key), { verb: 'start', options });
}

type Workflows = Awaited<ReturnType<RepositorySessions['api']['workflows']>>;

/** Goes through the steps, with a way back. Null when the person gives up. */
async function fillIn(
  desk: Desk,
  repository: RepositorySessions,
  workflows: Workflows,
): Promise<Draft | null> {
  let draft: Draft = {
    session: null,
    workflow: '',
    request: '',
    inPlace: false,
    withChanges: false,
    told: [],
  };
  let uncommitted: readonly string[] = [];
  let at = 1;
  while (at <= 4) {
    const step: Step = { title: TITLE, step: at, totalSteps: at === 4 || uncommitted.length > 0 ? 4 : 3 };
    const who = at === 3 ? await whoDoes(desk, workflows, draft) : '';
    const answer = await askStep(step, draft, workflows, uncommitted, who);
    if (answer === 'cancelled') return null;
    if (answer === 'back') {
      at -= 1;
      continue;
    }
    draft = answer.value;
    if (at === 3) {
      const ahead = await lookAhead(desk, repository, draft);
      if (ahead === null) continue;
      ({ draft, uncommitted } = ahead);
      if (uncommitted.length === 0) return draft;
    }
    at += 1;
  }
  return draft;
}

async function askStep(
  step: Step,
  draft: Draft,
  workflows: Workflows,
  uncommitted: readonly string[],
  who: string,
): Promise<Answer<Draft>> {
  switch (step.step) {
    case 1:
      return map(await askWorkflow(step, workflows), (workflow) => ({ ...draft, workflow }));
    case 2:
      return map(await askRequest(step, draft.request), (request) => ({ ...draft, request }));
    case 3:
      return map(await askPlace(step, isolationOf(workflows, draft), who), (inPlace) => ({
        ...draft,
        inPlace,
      }));
    default:
      return map(await askUncommitted(step, uncommitted), (withChanges) => ({ ...draft, withChanges }));
  }
}

function isolationOf(workflows: Workflows, { workflow }: Draft): Isolation | null {
  return workflows.find(({ name }) => name === workflow)?.isolation ?? null;
}

function map<A, B>(answer: Answer<A>, change: (value: A) => B): Answer<B> {
  return typeof answer === 'string' ? answer : { value: change(answer.value) };
}

async function askWorkflow(step: Step, workflows: Workflows): Promise<Answer<string>> {
  const choices = workflows.map((one) => ({
    label: `${one.problem === null ? '$(list-ordered)' : '$(error)'} ${one.title ?? one.name}`,
    description: one.title === null ? '' : one.name,
    detail: one.problem ?? one.description ?? '',
    value: one,
  }));
  const answer = await pickStep(step, 'Which workflow?', choices);
  if (typeof answer === 'string') return answer;
  if (answer.value.problem === null) return { value: answer.value.name };
  // A broken workflow cannot be started; open it so that the person can fix it.
  await vscode.window.showTextDocument(vscode.Uri.file(answer.value.file));
  void showError(`${answer.value.name}: ${answer.value.problem}`);
  return 'cancelled';
}

function askRequest(step: Step, value: string): Promise<Answer<string>> {
  return inputStep(step, {
    prompt: 'What is to be done? Everything the phases need to know about the job.',
    placeholder: 'For example: Make the failing test pass',
    value,
    missing: 'A session needs a request.',
    button: { iconPath: new vscode.ThemeIcon('file-text'), tooltip: 'Take the Request from a File' },
    onButton: readRequest,
  });
}

async function readRequest(): Promise<string | null> {
  const [file] =
    (await vscode.window.showOpenDialog({
      title: 'Take the Request from a File',
      openLabel: 'Use as Request',
    })) ?? [];
  if (file === undefined) return null;
  const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
  return text.trim() === '' ? null : text;
}

/** Who will do the work, in words; '' when an error will say so later. */
async function whoDoes(desk: Desk, workflows: Workflows, { workflow }: Draft): Promise<string> {
  const agents = workflows.find(({ name }) => name === workflow)?.agents ?? [];
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
    label: '$(list-tree) In a Worktree of Its Own',
    description: asked('worktree'),
    detail: 'Your files, branch and index stay as they are until you land the result.',
    value: false,
  };
  const inPlace: Choice<boolean> = {
    label: '$(edit) In This Working Tree',
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
        label: '$(debug-step-over) Leave Them Out',
        detail: `The session starts from your last commit: ${listed(uncommitted, 3)}`,
        value: false,
      },
      {
        label: '$(add) Take Them Along',
        detail: 'They become part of the session’s first checkpoint; your own copies stay as they are.',
        value: true,
      },
    ],
  );
}
