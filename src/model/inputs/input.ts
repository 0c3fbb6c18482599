/** A value that a workflow asks for besides the request. */
export interface Input {
  readonly name: string;
  readonly description: string | null;
  readonly required: boolean;
  readonly default: string | null;
  /** A regular expression that is found in the value, as `pattern` of a JSON Schema. */
  readonly pattern: string | null;
  readonly enum: readonly string[] | null;
}

/** More than anyone asks for, and few enough for an environment. */
export const MOST_INPUTS = 100;

export const INPUT_NAME = /^[A-Za-z][A-Za-z0-9_-]{0,39}$/;

/** The variable in which agents and checks find it. */
export const inputVariable = (name: string): string =>
  `CAIRN_INPUT_${name.toUpperCase().replaceAll('-', '_')}`;
