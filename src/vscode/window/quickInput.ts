import * as vscode from 'vscode';
import { unlinked } from '../state/plainText.ts';

/** The only door to the editor's input boxes: nothing in what they say is a link. Resolves to undefined on Escape. */
export const askText = ({
  prompt,
  validateInput,
  ...options
}: Omit<vscode.InputBoxOptions, 'prompt' | 'validateInput'> & {
  readonly prompt: string;
  /** Why a value cannot be taken, in words; null where it can. */
  readonly validateInput?: (value: string) => string | null;
}): Thenable<string | undefined> =>
  vscode.window.showInputBox({
    ...options,
    prompt: unlinked(prompt),
    validateInput: (value) => {
      const why = validateInput?.(value) ?? null;
      return why === null ? null : unlinked(why);
    },
  });

/** The same as a step of several. `refuse` says why a value cannot be taken, until it changes. */
export function createInput({
  prompt,
  ...given
}: Partial<Pick<vscode.InputBox, 'title' | 'step' | 'totalSteps' | 'placeholder' | 'value'>> & {
  readonly prompt: string;
}): {
  readonly input: Omit<vscode.InputBox, 'prompt' | 'validationMessage'>;
  readonly refuse: (why: string) => void;
} {
  const input = Object.assign(vscode.window.createInputBox(), given, { prompt: unlinked(prompt) });
  input.onDidChangeValue(() => (input.validationMessage = undefined));
  return { input, refuse: (why) => (input.validationMessage = unlinked(why)) };
}
