import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const MANIFEST = {
  name: 'scripted-model',
  publisher: 'cairn-tests',
  version: '0.0.1',
  engines: { vscode: '^1.106.0' },
  main: './main.js',
  activationEvents: ['onStartupFinished'],
  contributes: { languageModelChatProviders: [{ vendor: 'scripted', displayName: 'Scripted' }] },
};

/**
 * Writes an extension that says that there are language models of the vendor `scripted`.
 *
 * @param parent the folder to make it in
 * @param main its program: it offers the models, or leaves that to a test in the same window
 * @returns its folder, named as it would be once installed
 */
export async function vendorExtension(parent: string, main: string): Promise<string> {
  const path = join(parent, `${MANIFEST.publisher}.${MANIFEST.name}-${MANIFEST.version}`);
  await mkdir(path);
  await writeFile(join(path, 'package.json'), JSON.stringify(MANIFEST));
  await writeFile(join(path, 'main.js'), main);
  return path;
}
