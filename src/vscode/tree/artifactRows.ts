import { packetPath } from '../../model/names/places.ts';
import type { PhaseView } from '../../session/results.ts';
import { questionOf } from '../state/acts.ts';
import { artifactState, type ArtifactState } from '../state/artifactState.ts';
import { shownPath } from '../state/changeOrder.ts';
import type { SessionNode } from '../state/windowState.ts';
import { sizeOf } from '../state/words.ts';
import { idOf, row, type PhasePlace, type Row } from './row.ts';

type Artifact = PhaseView['artifacts'][number];

/** What a phase promised, and what there is of it; nothing of what a skipped one would have made. */
export function artifactRows(at: PhasePlace, node: SessionNode, phase: PhaseView): readonly Row[] {
  const asks = questionOf(node, phase)?.kind ?? null;
  return phase.artifacts
    .filter(({ present }) => present || phase.status !== 'skipped')
    .map((artifact) => artifactRow(at, artifact, artifactState(phase, artifact, asks)));
}

/** How an artifact is said to be. */
export const artifactWord = (state: ArtifactState, { bytes }: Artifact): string => {
  switch (state) {
    case 'there':
      return sizeOf(bytes);
    case 'later':
      return 'not yet';
    case 'empty':
    case 'missing':
      return state;
  }
};

function artifactRow(at: PhasePlace, artifact: Artifact, state: ArtifactState): Row {
  const { path, present } = artifact;
  const word = artifactWord(state, artifact);
  return row({
    id: idOf(`artifact:${path}`, at),
    label: artifactName(path),
    description: word,
    spoken: `Artifact ${artifactName(path)}, ${word}`,
    icon: present ? { file: path } : { id: 'circle-large-outline', color: 'disabledForeground' },
    context: present ? 'artifact present' : 'artifact',
    click: present ? 'cairn.openArtifact' : null,
    subject: { ...at, kind: 'artifact', path },
  });
}

/** An artifact in its phase's folder goes by its name, any other by its full path. */
function artifactName(path: string): string {
  return shownPath(path) === path ? path : path.slice(path.lastIndexOf('/') + 1);
}

/** The context packet, in words that say what it is. */
export const SUMMARY = { label: 'Summary', description: 'for the next phase' } as const;

/** The packet under review: the file itself, for the person to edit. */
export function reviewRow(at: PhasePlace, number: number): Row {
  const path = packetPath(at.session, number, at.phase);
  return row({
    id: idOf('review', at),
    label: SUMMARY.label,
    description: `${SUMMARY.description}: edit, then approve`,
    spoken: `${SUMMARY.label} ${SUMMARY.description}, edit, then approve`,
    icon: { id: 'edit', color: 'problemsWarningIcon.foreground' },
    context: 'artifact present',
    click: 'cairn.openArtifact',
    subject: { ...at, kind: 'artifact', path },
  });
}
