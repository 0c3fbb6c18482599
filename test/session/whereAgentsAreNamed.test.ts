import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/gitRepo.ts';
import { chain, stage } from '../support/session.ts';

const agent = (program: string): object => ({ kind: 'command', command: [program] });

/** A config folder of a person's, whose file names these agents. */
async function configured(agents: Readonly<Record<string, object>>): Promise<string> {
  const config = await temporaryFolder();
  await mkdir(join(config, 'cairn'));
  await writeFile(join(config, 'cairn', 'agents.yaml'), JSON.stringify({ agents }));
  return config;
}

test('the file of a person is read by terminal and window alike; the setting of the window comes first and adds to it', async () => {
  const s = await stage(chain('one'));
  const XDG_CONFIG_HOME = await configured({ shared: agent('sh'), both: agent('cat') });
  const env = { ...s.repo.env, XDG_CONFIG_HOME };
  const named = async (over: Parameters<typeof s.seat>[0]): Promise<readonly string[]> =>
    (await (await s.seat({ ...over, env })).api.agents()).agents.flatMap(({ name, from, program }) =>
      from === 'settings' ? [`${name} ${program?.split('/').at(-1)}`] : [],
    );
  const nothing = { agents: {} };
  expect(await named(nothing)).toEqual(['shared sh', 'both cat']);
  expect(await named({ agents: { mine: agent('ls'), both: agent('true') } })).toEqual([
    'mine ls',
    'both true',
    'shared sh',
  ]);
});

test('what is wrong in either is told with its place', async () => {
  const s = await stage(chain('one'));
  const wrong = { wrong: { kind: 'command' } };
  const XDG_CONFIG_HOME = await configured(wrong);
  const file = await s.seat({ agents: {}, env: { ...s.repo.env, XDG_CONFIG_HOME } });
  await expect(file.api.agents()).rejects.toMatchObject({
    code: 'usage/settings',
    details: { file: join(XDG_CONFIG_HOME, 'cairn', 'agents.yaml') },
  });
  const setting = await s.seat({
    agents: wrong,
    env: { ...s.repo.env, XDG_CONFIG_HOME: await configured({}) },
  });
  await expect(setting.api.agents()).rejects.toMatchObject({
    code: 'usage/settings',
    details: { file: 'cairn.agents' },
  });
});
