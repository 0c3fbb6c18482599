/** What is asked of the value of an input and does not hold. */
export type InputDemand =
  /** A required one is empty. */
  | { readonly asks: 'something' }
  /** It holds a character that no environment variable can have. */
  | { readonly asks: 'no-nul' }
  | { readonly asks: 'length'; readonly most: number }
  | { readonly asks: 'word'; readonly allowed: readonly string[] }
  | { readonly asks: 'pattern'; readonly pattern: string }
  /** Whether it matches could not be found out in time. */
  | { readonly asks: 'judgeable'; readonly pattern: string };

/** Why a session cannot begin with these inputs. `line` and `column`: where the workflow defines it, or its inputs. */
export type InputFault = { readonly input: string; readonly line: number; readonly column: number } & (
  | {
      readonly because: 'missing';
      readonly description: string | null;
      readonly allowed: readonly string[] | null;
      readonly pattern: string | null;
    }
  | { readonly because: 'unknown'; readonly known: readonly string[] }
  | { readonly because: 'wrong'; readonly value: string; readonly demand: InputDemand }
);
