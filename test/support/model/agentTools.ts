import type { ToolCall } from './turn.ts';
import type { OfferedTool } from './wire.ts';

type Inputs = ToolCall['input'];

/** What each agent calls its tool for writing a whole file: the one place that knows. */
const WRITING: Readonly<Record<string, (path: string, content: string) => Inputs>> = {
  // opencode
  write: (filePath, content) => ({ filePath, content }),
  // Qwen Code, Gemini CLI
  write_file: (file_path, content) => ({ file_path, content }),
};

/** The same for running a line of shell. */
const RUNNING: Readonly<Record<string, (command: string) => Inputs>> = {
  // opencode
  bash: (command) => ({ command, description: 'Runs what the script says' }),
  // Qwen Code, Gemini CLI
  run_shell_command: (command) => ({
    command,
    description: 'Runs what the script says',
    is_background: false,
  }),
};

/** Only these: an argument that the tool does not know is an error to some agents. */
const known = (tool: OfferedTool, inputs: Inputs): Inputs =>
  Object.fromEntries(Object.entries(inputs).filter(([name]) => tool.inputs.includes(name)));

/** A call of the agent's own tool for writing a file; `path` absolute, since some take no other. */
export function writeFileCall(tools: readonly OfferedTool[], path: string, content: string): ToolCall {
  const [tool, inputs] = find(tools, WRITING);
  return { name: tool.name, input: known(tool, inputs(path, content)) };
}

/** A call of the agent's own tool for running a command in a shell. */
export function shellCall(tools: readonly OfferedTool[], command: string): ToolCall {
  const [tool, inputs] = find(tools, RUNNING);
  return { name: tool.name, input: known(tool, inputs(command)) };
}

function find<Make>(
  tools: readonly OfferedTool[],
  table: Readonly<Record<string, Make>>,
): readonly [OfferedTool, Make] {
  for (const tool of tools) {
    const make = table[tool.name];
    if (make !== undefined) return [tool, make];
  }
  throw new Error(
    `none of ${Object.keys(table).join(', ')} is offered, but ${tools.map((tool) => tool.name).join(', ')}`,
  );
}
