import { Ajv } from 'ajv';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseAgentSettings } from '../../src/model/agent/agentSettings.ts';
import * as ids from '../../src/vscode/contributions.ts';
import { detailRows } from '../../src/vscode/tree/detailRows.ts';
import { waveRows } from '../../src/vscode/tree/waveRows.ts';
import { topRows } from '../../src/vscode/tree/sessionRows.ts';
import { approval, KEY, node, NOW, repositoryFolder, windowOf } from './builders.ts';

interface Manifest {
  readonly publisher: string;
  readonly name: string;
  readonly engines: { readonly vscode: string };
  readonly devDependencies: Record<string, string>;
  readonly enabledApiProposals?: unknown;
  readonly activationEvents: readonly string[];
  readonly extensionKind: readonly string[];
  readonly icon: string;
  readonly capabilities: {
    readonly untrustedWorkspaces: {
      readonly supported: string;
      readonly restrictedConfigurations: readonly string[];
    };
    readonly virtualWorkspaces: { readonly supported: boolean };
  };
  readonly contributes: {
    readonly commands: readonly {
      readonly command: string;
      readonly title: string;
      readonly category: string;
      readonly enablement?: string;
    }[];
    readonly menus: Record<
      string,
      readonly { readonly command: string; readonly when: string; readonly group?: string }[]
    >;
    readonly configuration: {
      readonly properties: Record<
        string,
        {
          readonly scope: string;
          readonly order: number;
          readonly default: unknown;
          readonly markdownDescription: string;
          readonly enum?: readonly string[];
        }
      >;
    };
    readonly views: Record<string, readonly { readonly id: string; readonly icon: string }[]>;
    readonly viewsContainers: {
      readonly activitybar: readonly { readonly id: string; readonly icon: string }[];
    };
    readonly viewsWelcome: readonly {
      readonly view: string;
      readonly contents: string;
      readonly when: string;
    }[];
    readonly walkthroughs: readonly {
      readonly id: string;
      readonly steps: readonly {
        readonly media: { readonly svg: string };
        readonly completionEvents: readonly string[];
        readonly description: string;
      }[];
    }[];
    readonly yamlValidation: readonly { readonly url: string }[];
    readonly resourceLabelFormatters: readonly { readonly scheme: string }[];
  };
}

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
const { contributes } = manifest;
const all = [...ids.PALETTE_COMMANDS, ...ids.ROW_COMMANDS];

test('package.json contributes exactly the commands of the table', () => {
  expect(contributes.commands.map(({ command }) => command).sort()).toEqual([...all].sort());
  expect(contributes.commands.filter(({ category }) => category !== 'Cairn')).toEqual([]);
});

test('the palette offers every command but those that need a row', () => {
  const hidden =
    contributes.menus['commandPalette']
      ?.filter(({ when }) => when === 'false')
      .map(({ command }) => command) ?? [];
  expect(hidden.sort()).toEqual([...ids.ROW_COMMANDS].sort());
});

test('the commands that the issue names are in the palette under the names that it gives them', () => {
  const wanted = [
    'Start Session…',
    'Start Session From Selection…',
    'Resume Session',
    'Pause After This Phase',
    'Stop Now',
    'Run Phase Again',
    'Cancel Session…',
    'Approve and Continue',
    'Approve',
    'Reject…',
    'Review Phase',
    'Review Session',
    'Restore to Phase…',
    'Undo Restore',
    'Land Session…',
    'Open STATUS.md',
    'Show Summary for the Next Phase',
    'Show Agent Output',
    'Open Worktree in New Window',
    'Complete Phase',
    'Create Workflow…',
    'Choose Agent…',
    'Verify Session',
    'Delete Session…',
    'Check This Machine',
    'Show Log',
  ];
  const offered = contributes.commands
    .filter(({ command }) => (ids.PALETTE_COMMANDS as readonly string[]).includes(command))
    .map(({ title }) => title);
  expect(offered).toEqual(expect.arrayContaining(wanted));
});

test('every command but those that need no process needs a trusted folder', () => {
  const free = contributes.commands
    .filter(({ enablement }) => enablement === undefined)
    .map(({ command }) => command);
  expect(free.sort()).toEqual(['cairn.checkMachine', 'cairn.refresh', 'cairn.showLog']);
  expect(new Set(contributes.commands.flatMap(({ enablement }) => enablement ?? []))).toEqual(
    // An agent is chosen for the machine, not for a folder.
    new Set(['isWorkspaceTrusted && workspaceFolderCount != 0', 'isWorkspaceTrusted']),
  );
});

test('menus name only commands that exist', () => {
  const named = Object.values(contributes.menus)
    .flat()
    .map(({ command }) => command);
  expect(named.filter((command) => !(all as readonly string[]).includes(command))).toEqual([]);
});

test('package.json contributes exactly the settings of the table, each with scope, order, default and description', () => {
  expect(Object.keys(contributes.configuration.properties).sort()).toEqual([...ids.SETTING_IDS].sort());
  for (const [id, setting] of Object.entries(contributes.configuration.properties)) {
    expect({
      id,
      scope: typeof setting.scope,
      order: typeof setting.order,
      described: setting.markdownDescription.length > 20,
    }).toEqual({ id, scope: 'string', order: 'number', described: true });
    expect(setting).toHaveProperty('default');
  }
});

test('a cloned repository cannot name a program: those settings belong to the machine', () => {
  const { properties } = contributes.configuration;
  const names = ['cairn.agents', 'cairn.git.path', 'cairn.notify'];
  expect(names.map((name) => properties[name]?.scope)).toEqual(['machine', 'machine', 'machine']);
  expect(manifest.capabilities.untrustedWorkspaces.restrictedConfigurations).toEqual(
    expect.arrayContaining(names),
  );
});

test('view, container, walkthrough and scheme have the ids of the table', () => {
  expect(contributes.viewsContainers.activitybar.map(({ id }) => id)).toEqual([ids.VIEW_CONTAINER]);
  expect(contributes.views[ids.VIEW_CONTAINER]?.map(({ id }) => id)).toEqual([ids.SESSIONS_VIEW]);
  expect(contributes.walkthroughs.map(({ id }) => id)).toEqual([ids.WALKTHROUGH]);
  expect(contributes.resourceLabelFormatters.map(({ scheme }) => scheme)).toEqual([ids.CHECKPOINT_SCHEME]);
  expect(`${manifest.publisher}.${manifest.name}`).toBe(ids.EXTENSION_ID);
});

test('each empty state has a welcome of its own, and every one says what to do next', () => {
  // That there is no agent is told besides.
  const whens = contributes.viewsWelcome.map(({ when }) => when).filter((when) => !when.includes('noAgent'));
  const states = [
    'workspaceFolderCount == 0',
    '!isWorkspaceTrusted',
    'noGit',
    'noRepository',
    'noCommit',
    'noSession',
  ];
  for (const state of states) expect(whens.filter((when) => when.includes(state)).length).toBe(1);
  expect(contributes.viewsWelcome.filter(({ contents }) => !/\]\((command|https):/.test(contents))).toEqual(
    [],
  );
});

test('welcomes and walkthrough link only to commands of ours or of VS Code', () => {
  const texts = [
    ...contributes.viewsWelcome.map(({ contents }) => contents),
    ...contributes.walkthroughs.flatMap(({ steps }) => steps.map(({ description }) => description)),
  ];
  const linked = texts.flatMap((text) =>
    [...text.matchAll(/\(command:([\w.]+)/g)].map(([, command]) => command ?? ''),
  );
  const builtIn = [
    'vscode.openFolder',
    'workbench.trust.manage',
    'workbench.action.openSettings',
    'git.init',
    'workbench.view.scm',
    'workbench.action.openWalkthrough',
  ];
  expect(
    linked.filter((command) => !(all as readonly string[]).includes(command) && !builtIn.includes(command)),
  ).toEqual([]);
});

test('files that package.json names are there', () => {
  const files = [
    manifest.icon,
    ...contributes.viewsContainers.activitybar.map(({ icon }) => icon),
    ...contributes.walkthroughs.flatMap(({ steps }) => steps.map(({ media }) => media.svg)),
    ...contributes.yamlValidation.map(({ url }) => url),
  ];
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
});

describe('the buttons of a row', () => {
  const inline = (contributes.menus['view/item/context'] ?? []).filter(
    ({ group }) => group?.startsWith('inline') === true,
  );
  const shown = (context: string): readonly string[] =>
    inline.filter(({ when }) => matches(when, context)).map(({ command }) => command);
  const kinds = ['approval', 'question', 'work'] as const;
  const nodes = [
    ...['running', 'paused', 'interrupted', 'blocked', 'done', 'cancelled', 'waiting', 'unknown'].flatMap(
      (state) => [
        node(state),
        { ...node(state), restored: true },
        node(state, { summary: { remote: true } }),
      ],
    ),
    ...kinds.map((kind) => node('waiting', { status: { question: { text: '?', options: [], kind } } })),
  ];

  test('are at most three, whatever the state of its session', () => {
    const rows = nodes.flatMap((of) => [
      ...topRows(windowOf(repositoryFolder([of])), NOW),
      ...waveRows(KEY, of, NOW),
      ...(of.status?.phases ?? []).flatMap((phase) => detailRows(KEY, of, phase)),
    ]);
    expect(rows.filter(({ context }) => shown(context).length > 3)).toEqual([]);
    expect(rows.some(({ context }) => shown(context).length === 3)).toBe(true);
  });

  test('of a phase that waits are the two words and the review', () => {
    const waiting = waveRows(KEY, node('waiting', { status: approval }), NOW)[1];
    expect(shown(waiting?.context ?? '')).toEqual([
      'cairn.approveAndContinue',
      'cairn.reject',
      'cairn.reviewPhase',
    ]);
  });

  test('are in the context menu of the row too, where a keyboard reaches them', () => {
    const inMenu = (contributes.menus['view/item/context'] ?? []).filter(
      ({ group }) => group?.startsWith('inline') === false,
    );
    const missing = inline.filter(
      ({ command, when }) => !inMenu.some((item) => item.command === command && covers(item.when, when)),
    );
    expect(missing).toEqual([]);
  });
});

/** A button of a finished session may stand in a menu of more sessions. */
const covers = (menu: string, button: string): boolean =>
  menu === button || (button.includes('to:land') && /can:\w+/.test(menu) && menu.includes('^session'));

test('only stable API is used, and the types are not newer than the engine', () => {
  expect(manifest.enabledApiProposals).toBeUndefined();
  expect(manifest.engines.vscode).toBe('^1.106.0');
  expect(manifest.devDependencies['@types/vscode']).toBe('~1.106.0');
  expect(manifest.extensionKind).toEqual(['workspace']);
  expect(manifest.activationEvents).toEqual([
    'onFileSystem:cairn',
    'onFileSystem:cairn-log',
    'onStartupFinished',
  ]);
  expect(manifest.capabilities.untrustedWorkspaces.supported).toBe('limited');
  expect(manifest.capabilities.virtualWorkspaces.supported).toBe(false);
});

/** As VS Code evaluates `viewItem == x` and `viewItem =~ /x/`. */
function matches(when: string, context: string): boolean {
  const [, pattern] = /viewItem =~ \/(.*)\//.exec(when) ?? [];
  return pattern === undefined ? when.includes(`viewItem == ${context}`) : new RegExp(pattern).test(context);
}

test.each([
  ['deny'],
  ['allow'],
  [{}],
  [{ files: 'in-worktree', commands: { allow: ['npm test', 'npm run *'], else: 'ask' }, network: 'deny' }],
  [{ commands: 'deny' }],
  [{ commands: { else: 'allow' } }],
  ['all'],
  [{ file: 'ask' }],
  [{ files: 'inside' }],
  [{ commands: ['npm test'] }],
  [{ commands: { allow: 'npm test' } }],
  [{ commands: { allow: [''] } }],
  [{ commands: { els: 'ask' } }],
  [{ network: 'in-worktree' }],
  [null],
])('the settings take for the permissions of an agent what the engine takes: %j', (permissions) => {
  const schema = contributes.configuration.properties['cairn.agents'];
  const ajv = new Ajv({ strict: false });
  for (const one of [
    { kind: 'acp', command: ['x'], permissions },
    { kind: 'language-model', permissions },
  ]) {
    const agents = { mine: one };
    const read = parseAgentSettings('cairn.agents', JSON.stringify({ agents }));
    expect([one.kind, ajv.validate(schema as object, agents)]).toEqual([one.kind, read.ok]);
  }
});
