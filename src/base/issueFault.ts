/** An issue that `gh` could not show. `issue`: as gh was given it. */
export interface NoIssue {
  readonly issue: string;
  /** `no-repository`: also one that the account may not see. `no-remote`: this repository has none on a host that gh knows. */
  readonly because: 'not-there' | 'no-repository' | 'no-remote' | 'issues-off';
}

/** Why `gh` shows no issue at all. */
export interface GhFault {
  readonly issue: string;
  readonly because: 'missing' | 'logged-out' | 'no-network' | 'slow' | 'failed';
  /** Its own last words; '' where it said nothing. */
  readonly said: string;
}
