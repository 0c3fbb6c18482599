import { sep } from 'node:path';
import * as z from 'zod';
import type { ToolCall, ToolSpec } from '../../../model/chat/chat.ts';
import { judgePermission } from '../../../model/agent/permission.ts';
import type { PermissionAnswer, ToolKind } from '../../../model/agent/permissionWords.ts';
import type { AgentTask, PermissionAsked } from '../../../session/ports.ts';
import { placeOf } from '../../../host/whereabouts.ts';
import { untilAborted } from '../untilAborted.ts';
import { commandTool } from './commandTool.ts';
import { deleteFileTool, editFileTool, writeFileTool } from './editTools.ts';
import { ENDINGS } from './endings.ts';
import { listFilesTool, readFileTool } from './readTools.ts';
import { searchTool } from './searchTool.ts';
import { failed, wrongInput, type Tool, type ToolAnswer, type Workplace } from './tool.ts';

/** A call that passed its checks and can be run. */
export interface ReadyCall {
  readonly title: string;
  readonly kind: ToolKind;
  readonly path: string | null;
  readonly inDoubt: Tool['inDoubt'];
  /**
   * Rejects only with the reason of the task's signal: any failure is an answer for the model. Awaits `begin` after asking
   * everybody and before doing anything.
   */
  run(begin: () => Promise<void>): Promise<ToolAnswer>;
}

/** Longer answers are cut; the tools themselves stay below this. Characters. */
const LONGEST_ANSWER = 64_000;

/** Checks a call before it is run; if it cannot be, returns an answer instead. */
export function readyCall(call: ToolCall, at: Workplace): ReadyCall | ToolAnswer {
  const ready = TOOLS.find(({ name }) => name === call.name)?.ready;
  if (ready !== undefined) return ready(call, at);
  return failed(
    `there is no tool "${call.name}"; there are ${TOOL_SPECS.map(({ name }) => name).join(', ')}`,
  );
}

const bind =
  <Input>(tool: Tool<Input>) =>
  (call: ToolCall, at: Workplace): ReadyCall | ToolAnswer => {
    const read = tool.input.safeParse(call.input, { reportInput: true });
    if (!read.success) return wrongInput(read.error);
    // The reader already knows where the working tree is on this machine.
    const title = tool.title(read.data).replaceAll(`${at.task.cwd}${sep}`, '').slice(0, 300);
    const paths = tool.paths(read.data);
    const command = tool.kind === 'execute' ? commandOf(tool.title(read.data), at.task.env) : {};
    return {
      title,
      kind: tool.kind,
      path: paths[0] ?? null,
      inDoubt: tool.inDoubt,
      run: (begin) => attempt(tool, read.data, { id: call.id, title, ...command, paths }, at, begin),
    };
  };

/** A command is run by a shell of its own (`process/spawnCommand.ts`), in the root of the working tree. */
const commandOf = (text: string, env: AgentTask['env']): Pick<PermissionAsked, 'command' | 'line'> => ({
  command: text,
  line: {
    text,
    cwd: null,
    shell: process.platform === 'win32' ? 'cmd' : 'sh',
    path: env['PATH'] ?? '',
    cdPath: env['CDPATH'] ?? '',
    ran: [],
  },
});

async function attempt<Input>(
  tool: Tool<Input>,
  input: Input,
  asked: Omit<PermissionAsked, 'kind'>,
  at: Workplace,
  begin: () => Promise<void>,
): Promise<ToolAnswer> {
  const { task, policy } = at;
  try {
    const places = await Promise.all(asked.paths.map((path) => placeOf(task.cwd, path)));
    const real = places.flatMap((place) => place.real ?? []);
    // Do not even ask for permission: the person would not know what they allow.
    if (real.length < places.length) return failed(`${asked.paths.join(', ')}: a link that leads nowhere`);
    const judged = judgePermission(
      policy,
      tool.kind,
      places.map(({ where }) => where),
    );
    const permit = (): Promise<PermissionAnswer> =>
      untilAborted(task.signal, task.permit({ ...asked, kind: tool.kind }));
    // A command is written down, also one that the policy allows.
    if ((judged !== 'allow' || tool.kind === 'execute') && (await permit()) === 'deny')
      return failed('not permitted; do without it, and say in your hand-off what could not be done');
    await begin();
    const { ok, text } = await tool.run(input, real, at);
    return { ok, text: text.slice(0, LONGEST_ANSWER) };
  } catch (error) {
    task.signal.throwIfAborted();
    return failed(`could not: ${error instanceof Error ? error.message : String(error)}`);
  }
}

const specOf = ({
  name,
  description,
  input,
}: Pick<Tool, 'name' | 'description'> & { readonly input: z.ZodType }): ToolSpec => {
  const { $schema: _ofTheLibrary, ...schema } = z.toJSONSchema(input);
  return { name, description, input: schema };
};

const entryOf = <Input>(tool: Tool<Input>) => ({ name: tool.name, spec: specOf(tool), ready: bind(tool) });

const TOOLS = [
  entryOf(readFileTool),
  entryOf(listFilesTool),
  entryOf(searchTool),
  entryOf(writeFileTool),
  entryOf(editFileTool),
  entryOf(deleteFileTool),
  entryOf(commandTool),
];

/** All the tools, as described to the model. */
export const TOOL_SPECS: readonly ToolSpec[] = [...TOOLS.map(({ spec }) => spec), ...ENDINGS.map(specOf)];
