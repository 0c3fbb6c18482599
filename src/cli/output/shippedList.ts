import { SHIPPED, type Shipped, type ShippedPhase } from '../../model/workflow/shipped/shipped.ts';
import type { Context } from '../commands/command.ts';
import { nextSteps } from './nextSteps.ts';
import { wrapText } from './wrapText.ts';

const WHAT = 'A workflow says which phases a job goes through, in order. These come with Cairn:';
const WORDS =
  'checked: the project’s own tests and checks, as far as they are found, must pass. you approve: it waits until you say yes.';

/** The workflows that come with Cairn: what each is for, and its phases. */
export function shippedList({ style, width, command }: Context): string {
  const workflows = Object.values(SHIPPED).map((shipped) =>
    [`${style.bold(shipped.name)}: ${shipped.description}`, `    ${phasesInWords(shipped, style.dim)}`]
      .map((line) => wrapText(line, width))
      .join('\n'),
  );
  const steps = nextSteps(
    [
      [command('start', 'fix', '"…"'), 'runs one: say between the quotes what you want'],
      [command('init', '--from', 'fix'), 'writes it into a file, to be changed'],
    ],
    style,
    width,
  );
  return [wrapText(WHAT, width), ...workflows, wrapText(WORDS, width), steps].join('\n\n');
}

/** `plan (you approve), implement (checked), …` */
export const phasesInWords = (
  { phases }: Pick<Shipped, 'phases'>,
  paint: (text: string) => string = (text) => text,
): string => phases.map((phase) => `${phase.id}${paint(notesOf(phase))}`).join(', ');

function notesOf({ asks, isChecked, isRepeated, sendsBackTo }: ShippedPhase): string {
  const notes = [
    ...(isRepeated ? ['once for each task'] : []),
    ...(isChecked ? ['checked'] : []),
    ...(asks ? ['you approve'] : []),
    ...(sendsBackTo === null ? [] : [`may send back to ${sendsBackTo}`]),
  ];
  return notes.length === 0 ? '' : ` (${notes.join('; ')})`;
}
