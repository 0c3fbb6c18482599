import { plainText } from '../packet/safeText.ts';

/** An issue on a host. All of it is what other people wrote. */
export interface Issue {
  readonly title: string;
  readonly body: string;
  /** Of its page. */
  readonly url: string;
  /** The name of an account. */
  readonly author: string;
  readonly isOpen: boolean;
}

const PAGE = /^https:\/\/[a-z\d][a-z\d.-]*\/[\w.-]+\/[\w.-]+\/(?:issues|pull)\/[1-9]\d{0,9}(?=$|[/?#])/i;

/** What was typed as `gh` is to be given it: a number, or the address of a page without what follows; null for anything else. */
export function readIssueName(word: string): string | null {
  const [, number] = /^#?([1-9]\d{0,9})$/.exec(word.trim()) ?? [];
  return number ?? PAGE.exec(word.trim())?.[0] ?? null;
}

/** Whether an address is all of one of a page that {@link readIssueName} takes. */
export const isIssuePage = (url: string): boolean => PAGE.exec(url)?.[0] === url;

/** The request of a session that is to work on an issue: what nobody sees in it is left out, and whose words they are stands below. */
export function requestFromIssue({ title, body, url, author }: Issue): string {
  const said = [onOneLine(title), plainText(body).trim()].filter((text) => text !== '');
  return [...said, `From ${url}, written by ${onOneLine(author)}.`, ''].join('\n\n').replace(/\n\n$/, '\n');
}

/** Whether a request is one that {@link requestFromIssue} made: then other people wrote it, whoever began the session. */
export const isFromIssue = (request: string): boolean => {
  const text = request.trimEnd();
  const [, url = ''] = /^From (\S+), written by .+\.$/.exec(text.slice(text.lastIndexOf('\n') + 1)) ?? [];
  return isIssuePage(url);
};

const onOneLine = (text: string): string => plainText(text).replace(/\s+/g, ' ').trim();
