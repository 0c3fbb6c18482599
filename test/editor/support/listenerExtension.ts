import { existsSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Another extension in the window, that listens to all that this one tells. */
export interface ListenerExtension {
  /** As it would lie there once installed. */
  readonly path: string;
  /** What it was told, oldest first; `name`: of the event. */
  told(): readonly (Readonly<Record<string, unknown>> & { readonly name: string })[];
}

/** @param parent the folder to make it in */
export async function listenerExtension(parent: string): Promise<ListenerExtension> {
  const path = join(parent, 'cairn-tests.listener-0.0.1');
  const log = join(parent, 'told.jsonl');
  await mkdir(path);
  const manifest = {
    name: 'listener',
    publisher: 'cairn-tests',
    version: '0.0.1',
    engines: { vscode: '^1.106.0' },
    main: './main.js',
    activationEvents: ['onStartupFinished'],
  };
  await writeFile(join(path, 'package.json'), JSON.stringify(manifest));
  await writeFile(
    join(path, 'main.js'),
    `const { appendFileSync } = require('node:fs');
const { extensions } = require('vscode');
exports.activate = async () => {
  const events = await extensions.getExtension('cairn.cairn').activate();
  for (const [name, event] of Object.entries(events))
    event((value) => appendFileSync(${JSON.stringify(log)}, JSON.stringify({ name, ...value }) + '\\n'));
};
`,
  );
  return {
    path,
    told: () =>
      existsSync(log)
        ? readFileSync(log, 'utf8')
            .trim()
            .split('\n')
            .map((line) => JSON.parse(line) as ReturnType<ListenerExtension['told']>[number])
        : [],
  };
}
