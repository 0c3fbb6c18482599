/** The title of a session: first line of the request that says something, ≤ 72 characters, never empty. */
export function titleOf(request: string): string {
  return request.trim().split('\n')[0]?.slice(0, 72) || 'Untitled request';
}
