import { lookUp } from '../../base/lookUp.ts';
import type { Style } from '../terminal/style.ts';

interface Look {
  readonly mark: string;
  readonly paint: keyof Style;
}

/** The looks of every session state and phase status; the word is always printed beside the mark. */
const LOOKS: Readonly<Record<string, Look>> = {
  done: { mark: '✓', paint: 'good' },
  running: { mark: '▸', paint: 'active' },
  checking: { mark: '▸', paint: 'active' },
  waiting: { mark: '?', paint: 'asks' },
  blocked: { mark: '✗', paint: 'bad' },
  interrupted: { mark: '!', paint: 'asks' },
  paused: { mark: '‖', paint: 'asks' },
  pending: { mark: '·', paint: 'dim' },
  skipped: { mark: '–', paint: 'dim' },
  cancelled: { mark: '–', paint: 'dim' },
  damaged: { mark: '✗', paint: 'bad' },
  unknown: { mark: '?', paint: 'asks' },
};

/** `✓ done`; a word from a newer Cairn is shown unchanged. The text holds no colours, `paint` adds them. */
export function statusWord(
  word: string,
  style: Style,
): { readonly text: string; readonly paint: (text: string) => string } {
  const look = lookUp(LOOKS, word);
  if (look === undefined) return { text: `unknown (${word})`, paint: style.asks };
  return { text: `${look.mark} ${word}`, paint: style[look.paint] };
}
