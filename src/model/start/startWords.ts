import { nearestWord } from '../text/nearestWord.ts';

/** What was typed to begin a session, as far as it decides what is its workflow and what its request. */
export interface StartWords {
  readonly words: readonly string[];
  /** An option gives the request: then a word can only name the workflow. */
  readonly hasRequest: boolean;
  /** The names of all workflows: those of the repository, and those that come with Cairn. */
  readonly workflows: readonly string[];
  /** The first word is a file that is there. */
  readonly isFile: boolean;
}

export type StartRead =
  | {
      /** A name, or the path of a file; null: nobody named one. */
      readonly workflow: string | null;
      /** Null: it is given by an option, or is to be asked for. */
      readonly request: string | null;
    }
  /** One word that looks like the name of a workflow is never taken for a request. `near`: which was meant. */
  | { readonly refused: 'no-workflow'; readonly word: string; readonly near: string | null }
  | { readonly refused: 'no-file'; readonly word: string }
  | { readonly refused: 'two-requests' }
  /** A request without its quotes; `workflow`: the name before it, if there is one. */
  | { readonly refused: 'unquoted'; readonly workflow: string | null; readonly request: string };

/** Whether a word can be the name of a workflow. */
export const isName = (word: string): boolean => /^[a-z][a-z0-9-]*$/.test(word);

/** Whether a word is one, or was meant as one: `Fix`, `my_flow`. Only then the names that there are decide. */
export const isLikeName = (word: string): boolean => /^[a-z][\w-]*$/i.test(word);

const isPath = (word: string): boolean => /[\\/]|\.ya?ml$/.test(word);

/** Which of the words is the workflow, and which the request. Never splits a request, and never loses a word of it. */
export function readStartWords({ words, hasRequest, workflows, isFile }: StartWords): StartRead {
  const [first, second] = words;
  if (first === undefined) return { workflow: null, request: null };
  if (hasRequest) {
    const isRequest = second !== undefined || (/\s/.test(first) && !isPath(first) && !isFile);
    return isRequest ? { refused: 'two-requests' } : { workflow: first, request: null };
  }
  return readWords(words, workflows, isFile);
}

function readWords(words: readonly string[], workflows: readonly string[], isFile: boolean): StartRead {
  const [first = '', second] = words;
  if (second === undefined) return readOne(first, workflows, isFile);
  const canBeWorkflow = isName(first) || isPath(first) || isFile;
  if (words.length === 2 && canBeWorkflow) return { workflow: first, request: second };
  const workflow = workflows.includes(first) || isFile ? first : null;
  return { refused: 'unquoted', workflow, request: words.slice(workflow === null ? 0 : 1).join(' ') };
}

function readOne(word: string, workflows: readonly string[], isFile: boolean): StartRead {
  if (workflows.includes(word) || isFile) return { workflow: word, request: null };
  const near = isLikeName(word) ? nearestWord(word, workflows) : null;
  if (isName(word) || near !== null) return { refused: 'no-workflow', word, near };
  if (isPath(word) && !/\s/.test(word)) return { refused: 'no-file', word };
  return { workflow: null, request: word };
}
