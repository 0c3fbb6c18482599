import * as vscode from 'vscode';
import { requestLines } from '../state/requestLines.ts';
import { inputStep, pickStep, type Answer, type Step } from './wizard.ts';

/** Asks what is to be done: typed, from a file, or `value` as it is, whose lines a box would join. */
export async function askRequest(step: Step, value: string): Promise<Answer<string>> {
  const lines = requestLines(value);
  if (lines === null) return typedRequest(step, value);
  const keep = { icon: 'list-selection', ...lines, value: true };
  const another = { icon: 'edit', label: 'Say Something Else', value: false };
  const answer = await pickStep(step, 'What is to be done?', [keep, another]);
  if (typeof answer === 'string') return answer;
  return answer.value ? { value } : typedRequest(step, '');
}

function typedRequest(step: Step, value: string): Promise<Answer<string>> {
  return inputStep(step, {
    prompt: 'What is to be done? Everything the phases need to know about the job.',
    placeholder: 'For example: Make the failing test pass',
    value,
    whyNot: async (given) => (given.trim() === '' ? 'A session needs a request.' : null),
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
