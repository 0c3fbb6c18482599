import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { acpSettings } from '../support/acpAgent.ts';
import type { AcpPart, AcpStep } from '../support/acpPart.ts';
import { DEMO, type Stage } from '../support/session.ts';

/** One way in which an agent misbehaves, and what is to be seen of it. */
export interface BadAgent {
  readonly what: string;
  /** What the settings say of it; `play` is a folder of its own. */
  readonly agent: (play: string) => unknown;
  /** How the run ends. `refused`: before anything was done. */
  readonly ends: 'refused' | 'blocked' | 'paused' | 'waiting' | 'interrupted';
  /** What the person reads; null: all is as it should be, and there is nothing to read. */
  readonly says: RegExp | null;
  /** Stopped as soon as it says `at work`. */
  readonly stop?: true;
  readonly isolation?: 'in-place';
  /** It died before it could do anything: there is nothing to lose. */
  readonly idle?: true;
  /** In place: HEAD, index and branches that it moved with its own git. */
  readonly itself?: true;
  /** What a person does before the session is resumed. */
  readonly mend?: (stage: Stage) => Promise<unknown>;
}

const SESSION = `.cairn/sessions/${DEMO}`;
const WORK = 'echo half > half.txt; echo made > made.md';
const half: AcpStep = { write: { path: 'half.txt', text: 'half\n' } };
const made: AcpStep = { write: { path: 'made.md', text: 'made\n' } };

async function script(play: string, text: string, mode = 0o755): Promise<object> {
  const file = join(play, 'bad.sh');
  await writeFile(file, `#!/bin/sh\n${text}\n`);
  await chmod(file, mode);
  return { kind: 'command', command: [file] };
}
/** A program that gets its prompt and does this. */
const does =
  (text: string): BadAgent['agent'] =>
  (play) =>
    script(play, `cat > /dev/null\n${text}`);
/** One that speaks the protocol and does this. */
const speaks =
  (steps: readonly AcpStep[], over: AcpPart = {}): BadAgent['agent'] =>
  () =>
    acpSettings({ steps, ...over });
const unfit = async (play: string, kind: string): Promise<object> => ({
  ...(await script(play, 'true', 0o644)),
  kind,
});

const NOT_THERE: readonly BadAgent[] = (['command', 'acp'] as const).flatMap((kind): BadAgent[] => [
  {
    what: `is not installed (${kind}, a name)`,
    agent: () => ({ kind, command: ['no-such-agent'] }),
    ends: 'refused',
    says: /The agent "player" is not on this machine; looked for no-such-agent on PATH, as .* says/,
    idle: true,
  },
  {
    what: `is not installed (${kind}, a path)`,
    agent: (play) => ({ kind, command: [join(play, 'gone.sh')] }),
    ends: 'refused',
    says: /The agent "player" is not on this machine; looked for \/.*\/gone\.sh, as .* says/,
    idle: true,
  },
  {
    what: `is not executable (${kind})`,
    agent: (play) => unfit(play, kind),
    ends: 'refused',
    says: /looked for \/.*\/bad\.sh \(it is there and may not be executed\), as .* says/,
    idle: true,
  },
  {
    what: `needs an interpreter that is not installed (${kind})`,
    agent: async (play) => {
      const agent = await script(play, 'true');
      await writeFile(join(play, 'bad.sh'), '#!/no/such/interpreter\n');
      return { ...agent, kind };
    },
    ends: 'blocked',
    says: /bad\.sh could not be started: the program that the first line of .*bad\.sh names is not there/,
    idle: true,
  },
]);

const OUTPUT: readonly BadAgent[] = [
  {
    what: 'prints banners on stdout (command)',
    agent: does(`echo Welcome; ${WORK}`),
    ends: 'paused',
    says: null,
  },
  {
    what: 'prints banners on stdout (acp)',
    agent: speaks([half, made], { banner: 'Welcome!' }),
    ends: 'paused',
    says: /^log: Welcome!$/m,
  },
  {
    what: 'speaks another protocol version (acp)',
    agent: speaks([], { version: 7 }),
    ends: 'blocked',
    says: /it speaks version 7 of the Agent Client Protocol, and Cairn speaks version 1 only: update Cairn/,
    idle: true,
  },
  {
    what: 'does not speak the protocol and ends (acp)',
    agent: async (play) => ({
      ...(await script(play, 'echo "usage: bad FILE"; exit 2')),
      kind: 'acp',
    }),
    ends: 'blocked',
    says: /ended before it had said anything in the Agent Client Protocol \(exit 2\)/,
    idle: true,
  },
  {
    what: 'floods stdout (command)',
    agent: does(`${WORK}; yes 'what a lot of text' | head -c 30000000`),
    ends: 'paused',
    says: /^log: \[cairn: \d+ bytes left out here\]/m,
  },
  {
    what: 'floods stdout with messages (acp)',
    agent: speaks([half, made, { flood: 30 << 20 }]),
    ends: 'paused',
    says: /^log: \[cairn: \d+ bytes left out here\]/m,
  },
  {
    what: 'floods stdout with what is no message (acp)',
    agent: speaks([half, { raw: `${'noise '.repeat(20_000)}\n` }, { wait: 60_000 }]),
    ends: 'blocked',
    says: /it prints where its messages should be: noise noise/,
  },
];

const STAYING: readonly BadAgent[] = [
  {
    what: 'ignores cancel (command)',
    agent: does(`trap '' TERM INT HUP; ${WORK}; echo at work; while :; do sleep 1; done`),
    ends: 'interrupted',
    stop: true,
    says: /Stopped in attempt 1 of one\. Every finished phase is safe\./,
  },
  {
    what: 'ignores cancel (acp)',
    agent: speaks([half, { fork: true }, { say: 'at work\n' }, { wait: 60_000 }], {
      ignoresCancel: true,
      ignoresEnd: true,
    }),
    ends: 'interrupted',
    stop: true,
    says: /Stopped in attempt 1 of one\. Every finished phase is safe\./,
  },
  {
    what: 'forks children that outlive it (command)',
    agent: does(`${WORK}; setsid sleep 600 > /dev/null 2>&1 & wait_for=$!; sleep 0.2`),
    ends: 'paused',
    says: /The agent left 1 program running when it ended; .* it was ended/,
  },
  {
    what: 'forks children that outlive it (acp)',
    agent: speaks([half, made, { fork: true }, { fork: true }]),
    ends: 'paused',
    says: /The agent left 2 programs running when it ended; .* they were ended/,
  },
];

const OUTSIDE: readonly BadAgent[] = [
  {
    // Nobody tells of it: the README says so.
    what: 'writes outside the working tree (command)',
    agent: does(`${WORK}; echo out > ../outside.txt`),
    ends: 'paused',
    says: null,
  },
  {
    what: 'writes outside the working tree without asking (acp)',
    agent: speaks([half, made, { write: { path: '../outside.txt', text: 'out\n' } }]),
    ends: 'paused',
    says: /says that it changed files outside of the working tree: .*outside\.txt\. No checkpoint holds them/,
  },
  {
    what: 'writes over the file .git (acp)',
    agent: speaks([half, made, { write: { path: '.git', text: 'gitdir: /nowhere\n' } }]),
    ends: 'paused',
    says: /outside of the working tree: .*\.git\.[^]*Something else stood in the place of the file \.git/,
  },
  {
    what: 'makes a repository of its own in the worktree (command)',
    agent: does(`rm .git; git init -q; ${WORK}; git add -A`),
    ends: 'paused',
    says: /Something else stood in the place of the file \.git .*; it is in \/.*\/found-1 now/,
  },
];

const GIT: readonly BadAgent[] = [
  {
    what: 'commits by itself',
    agent: does(`${WORK}; git add -A; git commit -qm mine`),
    ends: 'paused',
    says: /Commits were made in the worktree, up to [0-9a-f]{12}: they are part of checkpoint 2, as its second parent/,
  },
  {
    what: 'switches branches by itself',
    agent: does(`git switch -qc mine; ${WORK}`),
    ends: 'paused',
    says: /The worktree was on the branch mine\. The branch stays where it is; the worktree is detached again/,
  },
  {
    what: 'switches to another history by itself',
    agent: does(
      `git checkout -q --orphan lost; ${WORK}; git add -A; git commit -qm lost; git checkout -q --detach; git branch -qD lost`,
    ),
    ends: 'paused',
    says: /commits up to [0-9a-f]{12} in the worktree are on another history.* kept aside as rescue 1/,
  },
  {
    what: 'commits by itself in place',
    agent: does(`${WORK}; git add half.txt; git commit -qm mine`),
    isolation: 'in-place',
    itself: true,
    ends: 'paused',
    says: /Commits were made on main, up to [0-9a-f]{12}: they are part of checkpoint 2/,
  },
  {
    what: 'switches branches by itself in place',
    agent: does(`${WORK}; git switch -qc mine`),
    isolation: 'in-place',
    itself: true,
    ends: 'waiting',
    says: /HEAD was on main \([0-9a-f]{7}\) and is now on mine .* Go back there \(`git switch main`\) and resume/,
    mend: (stage) => stage.repo.git('switch', '-q', 'main'),
  },
];

const RECORDS: readonly BadAgent[] = [
  {
    what: 'deletes STATUS.md (command)',
    agent: does(`${WORK}; rm "$CAIRN_SESSION_DIR/STATUS.md"`),
    ends: 'paused',
    says: /STATUS\.md was removed while the session was at work\. It is rendered again\./,
  },
  {
    what: 'deletes STATUS.md (acp)',
    agent: speaks([half, made, { remove: `${SESSION}/STATUS.md` }]),
    ends: 'paused',
    says: /STATUS\.md was removed while the session was at work\. It is rendered again\./,
  },
  {
    what: 'deletes the whole folder of the session',
    agent: does(`${WORK}; rm -r "$CAIRN_SESSION_DIR"`),
    ends: 'paused',
    says: /STATUS\.md was removed while the session was at work\. It is rendered again\./,
  },
  {
    what: 'edits the packet (command)',
    agent: does(`${WORK}; echo forged >> "$CAIRN_PACKET"`),
    ends: 'paused',
    says: /PACKET\.md is Cairn's and written again from checkpoint 2\. What was written is kept aside as rescue/,
  },
  {
    what: 'edits the packet (acp)',
    agent: speaks([half, made, { write: { path: `${SESSION}/PACKET.md`, text: 'forged\n' } }]),
    ends: 'paused',
    says: /PACKET\.md is Cairn's and written again from checkpoint 2\. What was written is kept aside as rescue/,
  },
];

export const BAD_AGENTS: readonly BadAgent[] = [
  ...NOT_THERE,
  ...OUTPUT,
  ...STAYING,
  ...OUTSIDE,
  ...GIT,
  ...RECORDS,
];
