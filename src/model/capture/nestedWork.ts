import { counted } from '../../base/listed.ts';

/** Work in a nested repository that exists nowhere else. */
interface Nested {
  readonly commits: number;
  readonly uncommitted: number;
  readonly unreadable: boolean;
}

/** Why the repository must not be removed, in words; null if nothing would be lost. */
export function nestedWork({ commits, uncommitted, unreadable }: Nested): string | null {
  if (unreadable) return 'git cannot say what it holds';
  const parts = [
    ...(commits > 0 ? [`${counted(commits, 'commit')} that no other ref has`] : []),
    ...(uncommitted > 0 ? [counted(uncommitted, 'uncommitted file')] : []),
  ];
  return parts.length === 0 ? null : parts.join(', ');
}
