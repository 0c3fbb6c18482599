type Paint = (text: string) => string;

/** Colours by meaning; each leaves the text unchanged when colours are not wanted. */
export interface Style {
  readonly bold: Paint;
  readonly dim: Paint;
  readonly good: Paint;
  readonly bad: Paint;
  readonly asks: Paint;
  readonly active: Paint;
}

export function createStyle(colours: boolean): Style {
  const paint = (on: number, off: number): Paint =>
    colours ? (text) => (text === '' ? '' : `\u001b[${on}m${text}\u001b[${off}m`) : (text) => text;
  return {
    bold: paint(1, 22),
    dim: paint(2, 22),
    good: paint(32, 39),
    bad: paint(31, 39),
    asks: paint(33, 39),
    active: paint(36, 39),
  };
}

/** Whether a stream gets colours: a terminal does, unless the person said no (https://no-color.org). */
export function wantsColours(env: Readonly<Record<string, string | undefined>>, terminal: boolean): boolean {
  if ((env['NO_COLOR'] ?? '') !== '') return false;
  const forced = env['FORCE_COLOR'] ?? '';
  if (forced !== '') return forced !== '0' && forced !== 'false';
  return terminal && env['TERM'] !== 'dumb';
}
