import { basename } from 'node:path/posix';
import * as vscode from 'vscode';
import type { LaidConflict, PhaseView } from '../../session/results.ts';
import type { Chosen } from '../commands/chooseSession.ts';
import { drawnLine } from '../state/plainText.ts';
import { checkpointUri } from './checkpointFiles.ts';
import { fileBelow } from './openBelow.ts';
import { openFileDiff, opens } from './openReview.ts';
import { commitSide, type ReviewFile, type Side } from './reviewPlan.ts';

/** Whose the two sides are, for a person. */
interface Sides {
  readonly own: string;
  readonly published: string;
}

/**
 * Opens a file that does not merge: in the three-way merge editor, whose result is the file in the working tree, if all three have it
 * and marks could be laid. A file that both added is opened with its marks. Else each side is shown against what both began with.
 */
export async function openConflict(
  { api, key, repository }: Pick<Chosen, 'api' | 'key' | 'repository'>,
  { phase, laid }: { readonly phase: PhaseView; readonly laid: LaidConflict },
  path: string,
  sides: Sides,
): Promise<void> {
  const { root, base, own, published, hasMarks } = laid;
  const versions = { base, own, published };
  const found = async (commit: LaidConflict['base']): Promise<boolean> =>
    (await api.readAt(commit, path)) !== null;
  const there = { base: await found(base), own: await found(own), published: await found(published) };
  const labels = { base: 'began with', own: sides.own, published: sides.published };
  const side = (of: keyof Sides | 'base'): Side | null =>
    there[of] ? commitSide(versions[of], labels[of]) : null;
  const output = hasMarks ? await fileBelow({ api, key }, path, phase) : null;
  if (output === null) {
    for (const by of ['published', 'own'] as const) {
      const file: ReviewFile = { path, left: side('base'), right: side(by) };
      await openFileDiff(repository.root, file, `${basename(path)} (by ${labels[by]})`);
      await vscode.commands.executeCommand('workbench.action.keepEditor');
    }
    return;
  }
  if (!there.base) return void (await opens(output));
  const at = (of: keyof Sides | 'base'): vscode.Uri =>
    checkpointUri({
      repository: repository.root,
      root,
      commit: versions[of],
      path,
      label: commitSide(versions[of], labels[of]).label,
    });
  // Not part of the documented API: it is what VS Code's own git extension opens its merge editor with.
  await vscode.commands.executeCommand('_open.mergeEditor', {
    base: at('base'),
    input1: { uri: at('published'), title: 'Published', description: drawnLine(sides.published) },
    input2: { uri: at('own'), title: 'This Phase', description: drawnLine(sides.own) },
    output,
  });
}
