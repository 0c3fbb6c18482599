import type { Commands } from './commands.ts';
import { feature } from './feature.ts';
import { fix } from './fix.ts';
import { refactor } from './refactor.ts';
import { review } from './review.ts';
import type { ShippedName } from './shipped.ts';

const TEXTS: Readonly<Record<ShippedName, (commands: Commands) => string>> = {
  feature,
  fix,
  refactor,
  review,
};

/** The text of a workflow that comes with Cairn, with the commands of a project. The same answers give the same bytes. */
export const composeWorkflow = (name: ShippedName, commands: Commands): string => TEXTS[name](commands);
