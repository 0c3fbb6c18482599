import type { ModelSelector } from '../../model/chat/chat.ts';
import type { ChatModelFound } from '../../session/ports.ts';
import { shownLine } from '../../model/text/oneLine.ts';
import { markOf } from './agentChoices.ts';

export interface ModelEntry {
  readonly icon: string;
  readonly label: string;
  readonly description: string;
  /** The setting's value for this choice; {} = the first that VS Code offers. */
  readonly selector: ModelSelector;
}

/** Choices for the default language model: the first, or one of those available; marks the one in use. */
export function modelChoices(found: readonly ChatModelFound[], chosen: ModelSelector): readonly ModelEntry[] {
  const [first] = found;
  const isChosen = Object.keys(chosen).length > 0;
  const meant = found.find((model) => isMeant(model, chosen));
  return [
    {
      icon: markOf(!isChosen),
      label: 'Automatic',
      description: first === undefined ? '' : `the first that VS Code offers: now ${nameOf(first)}`,
      selector: {},
    },
    ...found.map((model) => ({
      icon: markOf(isChosen && model === meant),
      label: nameOf(model),
      description: `${shownLine(`${model.vendor}/${model.family}`, LONGEST)} · ${thousands(model.maxInputTokens)} tokens`,
      selector: { vendor: model.vendor, id: model.id },
    })),
  ];
}

const LONGEST = 80;

const nameOf = ({ name }: ChatModelFound): string => shownLine(name, LONGEST);
const thousands = (tokens: number): string =>
  tokens < 1_000 ? String(tokens) : `${Math.round(tokens / 1_000)}k`;

const isMeant = (model: ChatModelFound, chosen: ModelSelector): boolean =>
  (chosen.vendor ?? model.vendor) === model.vendor &&
  (chosen.family ?? model.family) === model.family &&
  (chosen.id ?? model.id) === model.id;
