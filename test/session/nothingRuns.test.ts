import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { chain, DEMO, stage, type Stage } from '../support/session.ts';

const FOLDER = '.cairn/sessions/demo';

/** Text that a shell, a template, a YAML reader, a JavaScript or an editor would take for something to do. */
const evil = (marks: string): string =>
  [
    `$(touch ${marks}/dollar) \`touch ${marks}/tick\`; touch ${marks}/semicolon | touch ${marks}/pipe`,
    `!!js/function 'function () { require("fs").writeFileSync("${marks}/yaml", "") }'`,
    `\${require("fs").writeFileSync("${marks}/template", "")} {{constructor.constructor("return 1")()}}`,
    `[run](command:cairn.cancel) <img src=x onerror=alert(1)> --upload-pack=touch ${marks}/option`,
    '{"__proto__": {"polluted": true}}',
  ].join('\n');

/** Reads all there is to read, and goes on. */
async function everything(s: Stage): Promise<void> {
  await s.api.list();
  await s.api.status(DEMO);
  await s.api.log(DEMO);
  await s.api.packet(DEMO, null);
  await s.api.diff(DEMO, null);
  await s.api.verify(DEMO);
  await s.api.show(DEMO, '01-one/result.md@one').catch(() => null);
  await s.api.restore(DEMO, { to: 'opened' }, { dryRun: true });
}

test('[M14] what a checkpoint holds is JSON, YAML and Markdown, and nothing of it ever runs, whoever wrote it', async () => {
  const s = await stage(chain('one', 'two', 'three'));
  const marks = join(s.agent.folder, 'marks');
  await mkdir(marks);
  const text = evil(marks);
  await s.repo.write('../evil.txt', text);
  const hostile = (name: string): string => `cp "$PLAY/../evil.txt" "$CAIRN_PHASE_DIR/${name}"`;
  const headings = `{ echo '# Decisions'; echo; cat "$PLAY/../evil.txt"; } > "$CAIRN_PHASE_DIR/HANDOFF.md"`;
  await s.agent.part('default', `usual; ${hostile('result.md')}; ${headings}`);
  await s.start({ until: 'one', request: text });
  await everything(s);

  // A person's notes, and files of the engine as somebody else committed them.
  const tree = await s.worktree();
  await tree.write(`${FOLDER}/STATUS.md`, `${await tree.read(`${FOLDER}/STATUS.md`)}${text}\n`);
  expect(await s.resume({ until: 'two' })).toMatchObject({ reason: 'paused' });
  await everything(s);
  const paths = (await s.repo.git('ls-tree', '-r', `cairn/demo:${FOLDER}`)).split('\n');
  expect(paths.filter((line) => !/^100644 blob \S+\t.*\.(json|yaml|md)$/.test(line))).toEqual([]);

  await tree.write(`${FOLDER}/01-one/PACKET.md`, text);
  await tree.write(
    `${FOLDER}/workflow.yaml`,
    `${await tree.read(`${FOLDER}/workflow.yaml`)}\n# ${text.replaceAll('\n', '\n# ')}\n`,
  );
  expect(await s.resume()).toMatchObject({ reason: 'completed' });
  await everything(s);
  expect(await s.api.land(DEMO, { branch: 'landed' })).toMatchObject({ state: 'done' });

  expect(await readdir(marks)).toEqual([]);
  expect(({} as { readonly polluted?: boolean }).polluted).toBeUndefined();
  expect(await s.api.log(DEMO)).toHaveLength(5);
});
