import * as vscode from 'vscode';
import { drawnLine, unlinked } from '../state/plainText.ts';

/** The only door to the editor's input boxes: nothing in what they say is a link or an icon. Resolves to undefined on Escape. */
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
    ...drawnTitles(options),
    prompt: shownText(prompt),
    validateInput: (value) => {
      const why = validateInput?.(value) ?? null;
      return why === null ? null : shownText(why);
    },
  });

/** An entry of a list: text, without icons of its own. */
export interface PickItem {
  readonly label: string;
  /** Codicon before the label. */
  readonly icon?: string;
  readonly description?: string;
  readonly detail?: string;
  /** A heading. */
  readonly isHeading?: boolean;
  readonly picked?: boolean;
  readonly alwaysShow?: boolean;
  readonly buttons?: readonly vscode.QuickInputButton[];
}

/** An entry as the editor draws it, and whose it is. */
export type DrawnItem<T> = vscode.QuickPickItem & { readonly of: T };

type PickOptions = Omit<vscode.QuickPickOptions, 'canPickMany' | 'onDidSelectItem'>;

/**
 * The only door to the editor's lists: nothing in what an entry says is an icon. With a promise of entries the list opens at once.
 * Resolves to undefined on Escape.
 */
export async function pickOne<T extends PickItem>(
  items: readonly T[] | Promise<readonly T[]>,
  options: PickOptions,
): Promise<T | undefined> {
  const drawn: Promise<readonly DrawnItem<T>[]> = Promise.resolve(items).then(drawnItems);
  return (await vscode.window.showQuickPick(drawn, drawnTitles(options)))?.of;
}

/** The same for several of them. */
export const pickMany = async <T extends PickItem>(
  items: readonly T[],
  options: PickOptions,
): Promise<readonly T[] | undefined> =>
  (await vscode.window.showQuickPick(drawnItems(items), { ...drawnTitles(options), canPickMany: true }))?.map(
    ({ of }) => of,
  );

/** The same as a list that its caller shows and disposes of. */
export const createPicker = <T extends PickItem>(
  items: readonly T[],
  titles: Titles & { readonly title: string; readonly placeholder: string },
): Omit<vscode.QuickPick<DrawnItem<T>>, keyof Titles> =>
  Object.assign(vscode.window.createQuickPick<DrawnItem<T>>(), drawnTitles(titles), {
    items: drawnItems(items),
  });

/** The same as one that is drawn anew while it is open, in its own order whatever is typed. */
export function createForm<T extends PickItem>(): {
  readonly picker: Omit<vscode.QuickPick<DrawnItem<T>>, keyof Titles | 'items'>;
  readonly draw: (
    items: readonly T[],
    titles: { readonly title: string; readonly placeholder: string },
  ) => readonly DrawnItem<T>[];
} {
  const picker = Object.assign(vscode.window.createQuickPick<DrawnItem<T>>(), {
    matchOnDescription: true,
    matchOnDetail: true,
    // Not in the types yet; where it is unknown, what matches comes first.
    sortByLabel: false,
  });
  return {
    picker,
    // Nothing but these: a value that is set would take back what is typed meanwhile.
    draw: (items, { title, placeholder }) =>
      Object.assign(picker, drawnTitles({ title, placeholder }), { items: items.map(drawnRow) }).items,
  };
}

/** What stands above a list or a box, and in it while it is empty; each kind of them has its own name for that. */
interface Titles {
  readonly title?: string | undefined;
  readonly placeholder?: string | undefined;
  readonly placeHolder?: string | undefined;
}

const drawnTitles = <T extends Titles>(given: T): T => {
  const { title, placeholder, placeHolder } = given;
  return {
    ...given,
    ...(title === undefined ? {} : { title: drawnLine(title) }),
    ...(placeholder === undefined ? {} : { placeholder: drawnLine(placeholder) }),
    ...(placeHolder === undefined ? {} : { placeHolder: drawnLine(placeHolder) }),
  };
};

const drawnItems = <T extends PickItem>(items: readonly T[]): DrawnItem<T>[] => items.map(drawnItem);

const drawnItem = <T extends PickItem>(of: T): DrawnItem<T> => {
  const { icon, label, description, detail, isHeading, picked, alwaysShow, buttons } = of;
  return {
    of,
    label: `${icon === undefined ? '' : `$(${icon}) `}${drawnLine(label)}`,
    ...(description === undefined ? {} : { description: drawnLine(description) }),
    ...(detail === undefined ? {} : { detail: drawnLine(detail) }),
    ...(isHeading === true ? { kind: vscode.QuickPickItemKind.Separator } : {}),
    ...(picked === undefined ? {} : { picked }),
    ...(alwaysShow === undefined ? {} : { alwaysShow }),
    ...(buttons === undefined ? {} : { buttons }),
  };
};

/** The same with its icon apart: in the label a screen reader would say its name first. */
const drawnRow = <T extends PickItem>(of: T): DrawnItem<T> => ({
  ...drawnItem(of),
  label: drawnLine(of.label),
  ...(of.icon === undefined || of.icon === '' ? {} : { iconPath: new vscode.ThemeIcon(of.icon) }),
});

const shownText = (text: string): string => unlinked(drawnLine(text));
