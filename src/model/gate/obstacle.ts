import type { RepoPath } from '../names/ids.ts';

/** Something that was where a folder or file of the session must be, and where it is now. */
export interface Obstacle {
  readonly path: RepoPath;
  readonly was: 'file' | 'folder' | 'link' | 'special';
  readonly to: RepoPath;
}

export const OBSTACLE: Readonly<Record<Obstacle['was'], string>> = {
  file: 'a file',
  folder: 'a folder',
  link: 'a link',
  special: 'something that is no file',
};

/** Why a gate does not hold because of it, and what became of it; without a full stop. */
export const sayObstacle = ({ path, was, to }: Obstacle): string =>
  `${path} was replaced by ${OBSTACLE[was]}, and no checkpoint can hold what lies there then: it is at ${to} now`;
