import * as vscode from 'vscode';
import { inputStep, type Answer, type Step } from './wizard.ts';

/** Asks what is to be done, typed or from a file. */
export function askRequest(step: Step, value: string): Promise<Answer<string>> {
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
