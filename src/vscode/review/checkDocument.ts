import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../base/disposable.ts';
import { CHECK_SCHEME } from '../contributions.ts';

/** The read-only document that says what is well on this machine, as Markdown. */
export interface CheckDocument extends Disposable {
  /** Shows it as it reads, in the place of what it said before. */
  show(markdown: string): Promise<void>;
}

export function createCheckDocument(): CheckDocument {
  const all = new DisposableStore();
  const changed = all.add(new vscode.EventEmitter<vscode.Uri>());
  // Its last part is the title of the tab.
  const uri = vscode.Uri.from({ scheme: CHECK_SCHEME, path: '/This Machine.md' });
  let text = '';
  all.add(
    vscode.workspace.registerTextDocumentContentProvider(CHECK_SCHEME, {
      onDidChange: changed.event,
      provideTextDocumentContent: () => text,
    }),
  );
  return {
    async show(markdown) {
      text = markdown;
      changed.fire(uri);
      await vscode.commands.executeCommand('markdown.showPreview', uri);
    },
    dispose: () => all.dispose(),
  };
}
