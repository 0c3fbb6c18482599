import * as vscode from 'vscode';
import { createInput, createPicker, type PickItem } from '../window/quickInput.ts';

/** The answer to one step of several: a value, or the wish to go back or give up. */
export type Answer<T> = { readonly value: T } | 'back' | 'cancelled';

export interface Step {
  readonly title: string;
  readonly step: number;
  readonly totalSteps: number;
}

export interface Choice<T> extends PickItem {
  readonly value: T;
}

/** One question with a list of answers. */
export function pickStep<T>(
  step: Step,
  placeholder: string,
  choices: readonly Choice<T>[],
): Promise<Answer<T>> {
  const { title, ...steps } = step;
  const picker = Object.assign(createPicker(choices, { title, placeholder }), {
    ...steps,
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return ask(picker, step, (finish) =>
    picker.onDidAccept(() => {
      const [item] = picker.activeItems;
      if (item !== undefined) finish({ value: item.of.value });
    }),
  );
}

/** One question with a typed answer. Keeps `value`, so that going back loses nothing. */
export function inputStep(
  step: Step,
  of: {
    readonly prompt: string;
    readonly placeholder: string;
    readonly value: string;
    /** Why a value cannot be taken, in words; null where it can. */
    readonly whyNot: (value: string) => Promise<string | null>;
    /** A button that answers instead of the person. */
    readonly button?: vscode.QuickInputButton;
    readonly onButton?: () => Promise<string | null>;
  },
): Promise<Answer<string>> {
  const { prompt, placeholder, value } = of;
  const { input, refuse } = createInput({ ...step, prompt, placeholder, value });
  return ask(
    input,
    step,
    (finish) => {
      input.onDidAccept(async () => {
        const given = input.value;
        const why = await of.whyNot(given);
        if (why === null) finish({ value: given });
        else refuse(why);
      });
      input.onDidTriggerButton(async (button) => {
        const text = button === of.button ? await of.onButton?.() : null;
        if (typeof text === 'string') finish({ value: text });
      });
    },
    of.button === undefined ? [] : [of.button],
  );
}

function ask<T>(
  input: Omit<vscode.QuickInput, 'title'> & Buttons,
  { step }: Step,
  wire: (finish: (answer: Answer<T>) => void) => void,
  buttons: readonly vscode.QuickInputButton[] = [],
): Promise<Answer<T>> {
  // A long form must survive a look at another window.
  input.ignoreFocusOut = true;
  input.buttons = step > 1 ? [vscode.QuickInputButtons.Back, ...buttons] : buttons;
  return new Promise((resolve) => {
    const finish = (answer: Answer<T>): void => {
      resolve(answer);
      input.dispose();
    };
    input.onDidTriggerButton((button) => button === vscode.QuickInputButtons.Back && finish('back'));
    input.onDidHide(() => finish('cancelled'));
    wire(finish);
    input.show();
  });
}

interface Buttons {
  buttons: readonly vscode.QuickInputButton[];
  readonly onDidTriggerButton: vscode.Event<vscode.QuickInputButton>;
}
