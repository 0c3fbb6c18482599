import { lookUp } from '../../base/lookUp.ts';
import type { Checked } from '../../model/status/statusWords.ts';
import { doneWords } from '../../model/text/doneWords.ts';
import type { Style } from '../terminal/style.ts';

interface Look {
  readonly mark: string;
  readonly paint: keyof Style;
}

/** Green is for what something or somebody stands behind. */
const DONE: Readonly<Record<Checked, Look>> = {
  passed: { mark: '✓', paint: 'good' },
  approved: { mark: '✓', paint: 'good' },
  changed: { mark: '!', paint: 'asks' },
  nothing: { mark: '✓', paint: 'asks' },
  red: { mark: '!', paint: 'asks' },
};

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

interface Said {
  readonly mark: string;
  readonly word: string;
  /** The mark and the word. */
  readonly text: string;
  readonly paint: (text: string) => string;
}

/** `✓ done, checks passed`; a word from a newer Cairn is shown unchanged. The text holds no colours, `paint` adds them. */
export function statusWord(word: string, checked: Checked | null, style: Style): Said {
  const isDone = word === 'done';
  const look = isDone && checked !== null ? DONE[checked] : lookUp(LOOKS, word);
  if (look === undefined) return { mark: '?', word, text: `unknown (${word})`, paint: style.asks };
  const { mark, paint } = look;
  const said = isDone ? doneWords(checked) : word;
  return { mark, word: said, text: `${mark} ${said}`, paint: style[paint] };
}

/** `The session is done, nothing checked.`, in the colour of that, behind its mark where that stands first. */
export function sessionIsDone(
  checked: Checked | null,
  style: Style,
): { readonly [K in 'mark' | 'text']: string } {
  const { mark, word, paint } = statusWord('done', checked, style);
  return { mark: paint(mark), text: `The session is ${paint(word)}.` };
}
