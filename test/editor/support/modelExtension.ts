import { existsSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { vendorExtension } from './vendorExtension.ts';

/** What the scripted model answers to one request. */
export interface ScriptedReply {
  readonly text?: string;
  /** `PHASE` in an input is the folder of the phase. */
  readonly calls?: readonly { readonly id: string; readonly name: string; readonly input: object }[];
  /** It does not answer before it is cancelled. */
  readonly held?: boolean;
  /** The name of an error of VS Code's to throw instead, such as `Blocked`. */
  readonly error?: string;
}

/** An extension that offers a language model whose replies a test writes. */
export interface ModelExtension {
  readonly path: string;
  /** How many messages each request held, in order: kept on disk, so that a reload does not lose count. */
  requests(): readonly number[];
}

const MAIN = (folder: string): string => `
const vscode = require('vscode');
const fs = require('node:fs');
const path = require('node:path');
const folder = ${JSON.stringify(folder)};
const model = {
  id: 'one', name: 'Scripted One', family: 'scripted', version: '1',
  maxInputTokens: 64000, maxOutputTokens: 4000, capabilities: { toolCalling: true },
};
exports.activate = (context) => {
  context.subscriptions.push(vscode.lm.registerLanguageModelChatProvider('scripted', {
    provideLanguageModelChatInformation: () => [model],
    provideTokenCount: (_model, text) => Math.ceil((typeof text === 'string' ? text.length : 100) / 4),
    async provideLanguageModelChatResponse(_model, messages, options, progress, token) {
      fs.appendFileSync(path.join(folder, 'requests'), messages.length + '\\n');
      const n = fs.readFileSync(path.join(folder, 'requests'), 'utf8').trim().split('\\n').length;
      const reply = JSON.parse(fs.readFileSync(path.join(folder, 'script.json'), 'utf8'))[n - 1];
      if (reply === undefined) throw new Error('no reply is written for request ' + n);
      while (reply.held && !token.isCancellationRequested)
        await new Promise((resolve) => setTimeout(resolve, 50));
      if (reply.error) throw vscode.LanguageModelError[reply.error]('scripted');
      if (reply.text) progress.report(new vscode.LanguageModelTextPart(reply.text));
      // Where the phase has its folder is said in the brief, and nobody knows it before.
      const brief = messages[0].content.map((part) => part.value).join('');
      const phase = /\`([^\`]+)\` \\(\`\\$CAIRN_PHASE_DIR\`\\)/.exec(brief)?.[1];
      const calls = JSON.parse(JSON.stringify(reply.calls ?? []).replaceAll('PHASE', phase));
      for (const { id, name, input } of calls)
        progress.report(new vscode.LanguageModelToolCallPart(id, name, input));
    },
  }));
};
`;

export async function modelExtension(
  home: string,
  replies: readonly ScriptedReply[],
): Promise<ModelExtension> {
  const kept = join(home, 'model');
  await mkdir(kept);
  const path = await vendorExtension(home, MAIN(kept));
  await writeFile(join(kept, 'script.json'), JSON.stringify(replies));
  return {
    path,
    requests: () => {
      const file = join(kept, 'requests');
      return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').map(Number) : [];
    },
  };
}
