import { lookUp } from '../../base/lookUp.ts';
import type { ToolKind } from '../../model/agent/permissionWords.ts';

type Input = Readonly<Record<string, unknown>>;

const KINDS: Readonly<Record<string, ToolKind>> = {
  Read: 'read',
  NotebookRead: 'read',
  Write: 'edit',
  Edit: 'edit',
  MultiEdit: 'edit',
  NotebookEdit: 'edit',
  Bash: 'execute',
  BashOutput: 'execute',
  KillShell: 'execute',
  Glob: 'search',
  Grep: 'search',
  LS: 'search',
  WebFetch: 'fetch',
  WebSearch: 'fetch',
  Task: 'think',
  TodoWrite: 'think',
  ExitPlanMode: 'switch_mode',
};

/** What a tool call is about. For a command, the command itself: the description is only the model's own. */
export function claudeTool(
  name: string,
  input: Input,
): { readonly title: string; readonly kind: ToolKind; readonly path: string | null } {
  const path = textIn(input, 'file_path') ?? textIn(input, 'notebook_path') ?? textIn(input, 'path');
  const about =
    textIn(input, 'command') ??
    path ??
    textIn(input, 'pattern') ??
    textIn(input, 'url') ??
    textIn(input, 'query');
  const kind = lookUp(KINDS, name) ?? 'other';
  const title = about === null ? name : kind === 'execute' ? about : `${name} ${about}`;
  return { title, kind, path };
}

/** The plan that a call of `TodoWrite` sets; null if it is not such a call. */
export function claudePlan(
  name: string,
  input: Input,
): readonly { readonly text: string; readonly status: string }[] | null {
  const todos = input['todos'];
  if (name !== 'TodoWrite' || !Array.isArray(todos)) return null;
  return todos.flatMap((todo: unknown) => {
    const [text, status] = [textIn(todo, 'content'), textIn(todo, 'status')];
    return text === null ? [] : [{ text, status: status ?? 'pending' }];
  });
}

/** What a call of `AskUserQuestion` wanted to ask a person; null if it is not such a call. */
export function claudeQuestion(
  name: string,
  input: Input,
): { readonly question: string; readonly options: readonly string[] } | null {
  const questions = input['questions'];
  if (name !== 'AskUserQuestion' || !Array.isArray(questions)) return null;
  const asked = questions.flatMap((one: unknown) => textIn(one, 'question') ?? []);
  if (asked.length === 0) return null;
  const question = asked.join('\n');
  // Options belong to one question; with several questions each would have its own.
  const [first] = questions as readonly { readonly options?: unknown }[];
  const options =
    questions.length === 1 && Array.isArray(first?.options)
      ? first.options.flatMap((one: unknown) =>
          typeof one === 'string' ? one : (textIn(one, 'label') ?? []),
        )
      : [];
  return { question, options: options.slice(0, MOST_OPTIONS) };
}

/** How many answers we offer a person to choose from. */
export const MOST_OPTIONS = 9;

function textIn(value: unknown, key: string): string | null {
  if (value === null || typeof value !== 'object') return null;
  const found = (value as Input)[key];
  return typeof found === 'string' && found.trim() !== '' ? found : null;
}
