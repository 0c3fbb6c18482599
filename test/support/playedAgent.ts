import { join } from 'node:path';
import { chmod, mkdir, readFile, writeFile } from '../../src/host/disk.ts';

/**
 * A real program as an agent whose part is written by the test, one shell script a phase or attempt, in a folder
 * outside of every repository. It runs below the real supervisor, with the real environment and prompt.
 */
export interface PlayedAgent {
  /** What the `cairn.agents` setting says: the agent's name is `player`. */
  readonly settings: unknown;
  /** Sets the part for a phase (`plan`), one attempt of it (`plan-2`) or all others (`default`). */
  part(of: string, script: string): Promise<void>;
  /** `<phase> <attempt>` of every run, in order. */
  runs(): Promise<readonly string[]>;
  /** What it was told on standard input. */
  prompt(phase: string, attempt?: number): Promise<string>;
  /** Leaves a file in its folder, which a script waits for as `$PLAY/<name>`. */
  mark(name: string): Promise<void>;
  /** Whether a file is there. */
  isMarked(name: string): Promise<boolean>;
  /** What a script left in a file there. */
  read(name: string): Promise<string>;
  /** The folder of parts: scripts find it as `$PLAY`. */
  readonly folder: string;
}

/** What every phase's agent does when the test says nothing: its result, and one file of the repository. */
export const USUAL_PART = `
[ -d src ] || mkdir src
printf 'Result of %s.\\n' "$CAIRN_PHASE" > "$CAIRN_PHASE_DIR/result.md"
printf 'work of %s\\n' "$CAIRN_PHASE" > "src/$CAIRN_PHASE.txt"
`;

/** The agent: a shell script beside the parts. */
export const PLAYER = `#!/bin/sh
PLAY=\${0%/*}
cat > "$PLAY/$CAIRN_PHASE-$CAIRN_ATTEMPT.prompt"
echo "$CAIRN_PHASE $CAIRN_ATTEMPT" >> "$PLAY/runs"
usual() { . "$PLAY/usual.part"; }
for part in "$CAIRN_PHASE-$CAIRN_ATTEMPT" "$CAIRN_PHASE" default; do
  if [ -f "$PLAY/$part.part" ]; then . "$PLAY/$part.part"; exit $?; fi
done
`;

/** What an agent does in its folder. */
export function agentIn(
  write: (name: string, text: string) => Promise<void>,
  look: (name: string) => Promise<string | null>,
): Omit<PlayedAgent, 'settings' | 'folder'> {
  const read: PlayedAgent['read'] = async (name) => {
    const text = await look(name);
    if (text === null) throw new Error(`no ${name} beside the parts`);
    return text;
  };
  return {
    part: (of, script) => write(`${of}.part`, script),
    runs: async () => ((await look('runs')) ?? '').split('\n').filter((line) => line !== ''),
    prompt: (phase, attempt = 1) => read(`${phase}-${attempt}.prompt`),
    mark: (name) => write(name, ''),
    isMarked: async (name) => (await look(name)) !== null,
    read,
  };
}

/** Makes the agent in a folder; scripts may call `usual` for the usual part. `keep`: the parts there stay. */
export async function playedAgent(
  folder: string,
  { keep }: { readonly keep: boolean } = { keep: false },
): Promise<PlayedAgent> {
  await mkdir(folder, { recursive: true });
  const program = join(folder, 'player');
  await writeFile(program, PLAYER);
  await chmod(program, 0o755);
  const agent = agentIn(
    (name, text) => writeFile(join(folder, name), text),
    (name) => readFile(join(folder, name), 'utf8').catch(() => null),
  );
  for (const of of keep ? [] : ['usual', 'default']) await agent.part(of, USUAL_PART);
  return { ...agent, settings: { player: { kind: 'command', command: [program] } }, folder };
}
