/**
 * The first of those that need each other, from `start` on, and the one that closes the circle; null if there is none. Walks without
 * recursion: a file may have thousands of phases. Adds what it has seen to `walked`.
 */
export function circleFrom(
  start: string,
  needs: ReadonlyMap<string, readonly string[]>,
  walked: Set<string>,
): readonly string[] | null {
  if (walked.has(start)) return null;
  const trail: string[] = [start];
  const rest: string[][] = [[...(needs.get(start) ?? [])]];
  let circle: readonly string[] | null = null;
  while (trail.length > 0) {
    const next = rest.at(-1)?.pop();
    if (next === undefined) {
      walked.add(trail.pop() ?? '');
      rest.pop();
      continue;
    }
    const seen = trail.indexOf(next);
    if (seen >= 0) circle ??= [...trail.slice(seen), next];
    else if (!walked.has(next)) {
      trail.push(next);
      rest.push([...(needs.get(next) ?? [])]);
    }
  }
  return circle;
}
