import * as vscode from 'vscode';
import { plainLines, shownLine, withoutEscapes } from '../../model/text/oneLine.ts';
import { unlinked } from '../state/plainText.ts';

/** Shows a text with buttons, or as a modal question; resolves to the button that was clicked. */
type Show = (
  text: string,
  ...more: readonly (vscode.MessageOptions | string)[]
) => Thenable<string | undefined>;
type ShowInEditor = (
  text: string,
  options: vscode.MessageOptions,
  ...buttons: Button[]
) => Thenable<Button | undefined>;

interface Button extends vscode.MessageItem {
  readonly of: string;
}

/**
 * The only doors to the editor's notifications and modal questions: what they say is in its own reading order and bounded,
 * one line but for details, and nothing in it is a link.
 */
export const showInfo: Show = (text, ...more) => show(vscode.window.showInformationMessage, text, more);
export const showWarning: Show = (text, ...more) => show(vscode.window.showWarningMessage, text, more);
export const showError: Show = (text, ...more) => show(vscode.window.showErrorMessage, text, more);

/** Asks a modal question; true when the person clicks its one button. */
export const confirms = async (question: string, detail: string, verb: string): Promise<boolean> =>
  (await showWarning(question, { modal: true, detail }, verb)) === verb;

/** How many letters a notification without buttons shows: one line. With a button it shows all of its text. */
const ONE_LINE = 55;
const READ = 'OK';
/** Of a text, and of a button. */
const LONGEST = 2_000;
const LONGEST_BUTTON = 100;

async function show(
  by: ShowInEditor,
  text: string,
  more: readonly (vscode.MessageOptions | string)[],
): Promise<string | undefined> {
  const buttons = more.filter((one) => typeof one === 'string');
  const options = more.find((one) => typeof one === 'object');
  const whole = options?.modal !== true && buttons.length === 0 && text.length > ONE_LINE ? [READ] : [];
  const answer = await by(
    unlinked(shownLine(text, LONGEST)),
    optionsOf(options),
    ...[...buttons, ...whole].map((of) => ({ title: shownLine(of, LONGEST_BUTTON), of })),
  );
  return whole.length === 0 ? answer?.of : undefined;
}

/** Details are not cut: they are what a person agrees to. */
const optionsOf = ({ detail, ...options }: vscode.MessageOptions = {}): vscode.MessageOptions =>
  detail === undefined ? options : { ...options, detail: plainLines(withoutEscapes(detail)) };
