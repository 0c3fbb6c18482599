import type { ToolKind } from '../../model/agent/permission.ts';

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

/** What a call of a tool is about. Of a command that is the command: its description is the model's own word for it. */
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
  const kind = KINDS[name] ?? 'other';
  const title = about === null ? name : kind === 'execute' ? about : `${name} ${about}`;
  return { title, kind, path };
}

/** The plan that a call of `TodoWrite` sets; null: it is no such call. */
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

/** What it wanted to ask a person, where a call of `AskUserQuestion` is just that; null: it is no such call. */
export function claudeQuestion(
  name: string,
  input: Input,
): { readonly question: string; readonly options?: readonly string[] } | null {
  const questions = input['questions'];
  if (name !== 'AskUserQuestion' || !Array.isArray(questions)) return null;
  const asked = questions.flatMap((one: unknown) => textIn(one, 'question') ?? []);
  if (asked.length === 0) return null;
  const question = asked.join('\n');
  // Answers belong to one question: of several, each has its own.
  const [first] = questions as readonly { readonly options?: unknown }[];
  const options =
    questions.length === 1 && Array.isArray(first?.options)
      ? first.options.flatMap((one: unknown) =>
          typeof one === 'string' ? one : (textIn(one, 'label') ?? []),
        )
      : [];
  return options.length === 0 ? { question } : { question, options: options.slice(0, MOST_OPTIONS) };
}

const MOST_OPTIONS = 9;

function textIn(value: unknown, key: string): string | null {
  if (value === null || typeof value !== 'object') return null;
  const found = (value as Input)[key];
  return typeof found === 'string' && found.trim() !== '' ? found : null;
}
