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
  /** The folder of parts: scripts find it as `$PLAY` and may leave marks there. */
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

/** Makes the agent in a folder; scripts may call `usual` for the usual part. `keep`: the parts there stay. */
export async function playedAgent(
  folder: string,
  { keep }: { readonly keep: boolean } = { keep: false },
): Promise<PlayedAgent> {
  await mkdir(folder, { recursive: true });
  const program = join(folder, 'player');
  await writeFile(program, PLAYER);
  await chmod(program, 0o755);
  const part = (of: string, script: string): Promise<void> => writeFile(join(folder, `${of}.part`), script);
  for (const of of keep ? [] : ['usual', 'default']) await part(of, USUAL_PART);
  return {
    settings: { player: { kind: 'command', command: [program] } },
    folder,
    part,
    async runs() {
      const text = await readFile(join(folder, 'runs'), 'utf8').catch(() => '');
      return text.split('\n').filter((line) => line !== '');
    },
    prompt: (phase, attempt = 1) => readFile(join(folder, `${phase}-${attempt}.prompt`), 'utf8'),
  };
}
