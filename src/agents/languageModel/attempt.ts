import { dirname } from 'node:path';
import type { AgentOutcome } from '../../model/agent/agentOutcome.ts';
import type { ModelSelector } from '../../model/chat/chat.ts';
import { newsOf } from '../../model/checkpoint/newsOf.ts';
import type { AgentTask, ChatModels, Processes } from '../../session/ports.ts';
import type { DefinitionOf } from '../agentsOptions.ts';
import { converse } from './converse.ts';
import { openTurnLog, type DamagedJournal, type TurnLog } from './turnLog.ts';

const HOW = `You work through tools, and through nothing else: what is only said changes no file. Paths are from the root of the working tree. Call finish_phase when the work is done.`;

interface AttemptIn {
  readonly models: ChatModels;
  readonly processes: Processes;
  readonly task: AgentTask;
}

/** One attempt: the brief, or what is new since one that was cut off, then turns until the model has ended it. */
export async function attempt(
  of: Pick<DefinitionOf<'language-model'>, 'model' | 'permissions'>,
  { models, processes, task }: AttemptIn,
): Promise<AgentOutcome> {
  const model = await models.find(of.model);
  if (model === null) return { kind: 'needs-input', question: noModel(of.model) };
  const folder = dirname(task.outputFile);
  const opened = await openTurnLog(folder, task.goOn?.folder ?? null);
  if (!opened.ok) return { kind: 'needs-input', question: damaged(opened.error) };
  const log = opened.value;
  try {
    task.onEvent({ type: 'model', model: model.id });
    await brief(task, log);
    return await converse(model, log, { task, policy: of.permissions, processes, folder });
  } finally {
    await log.close();
  }
}

/** Opens the conversation with the brief; if it goes on from another, adds what is new. */
async function brief(task: AgentTask, log: TurnLog): Promise<void> {
  const said = log.lines.flatMap((line) => (line.type === 'said' ? [line.text] : []));
  if (said.length === 0) {
    if (task.goOn !== null)
      task.onEvent({ type: 'text', text: 'The attempt that was cut off had not begun a conversation.' });
    return log.write({ type: 'said', text: `${HOW}\n\n${task.prompt}` });
  }
  task.onEvent({ type: 'text', text: 'Going on with the conversation of the attempt that was cut off.' });
  const news = newsOf(said, task.prompt);
  await log.write({
    type: 'said',
    text: `You were interrupted and go on now.${news === '' ? '' : ` What is new:\n\n${news}`}`,
  });
}

function noModel(selector: ModelSelector): string {
  const named = Object.values(selector).join('/');
  const which = named === '' ? 'no language model' : `no language model “${named}”`;
  return `VS Code has ${which} here. Install or sign in to one that offers some (GitHub Copilot, for instance), or name another agent for this phase (“manual” is a person with any chat window). Then answer that it may go on.`;
}

const damaged = ({ file, line }: DamagedJournal): string =>
  `The journal of the conversation with the model is damaged in line ${line} of ${file}. What the model had answered there is not known, and it was not asked a second time. Answer with what is to be done: the next attempt begins a new conversation, on the files as they are.`;
