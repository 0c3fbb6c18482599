import { CairnError } from '../../base/cairnError.ts';
import { inOrder } from '../../base/inOrder.ts';
import type { Given } from '../../base/refusal.ts';
import type { CommitId, RefName, SessionId } from '../../model/names/ids.ts';
import { CAIRN_FOLDER, SESSIONS_FOLDER } from '../../model/names/places.ts';
import { inputValues, type GivenInputs } from '../../model/inputs/inputsRecord.ts';
import { readYaml } from '../../model/parsing/yamlSource.ts';
import { fillWorkflow, MOST_FILLED } from '../../model/template/fillWorkflow.ts';
import type { Isolation } from '../../model/workflow/workflow.ts';
import type { Ahead } from '../ahead.ts';
import type { StartOptions } from '../api/run.ts';
import { refuseBusy } from '../workingTree/inPlace.ts';
import { refuseLostArtifacts } from './artifactPlaces.ts';
import type { LoadedWorkflow } from '../record/loadWorkflow.ts';
import type { WorkingTree } from '../ports.ts';
import { aheadOfStart } from './aheadOfStart.ts';
import { chooseHere, headOf } from './chooseHere.ts';
import { takeInputs } from './takeInputs.ts';
import { whoWorks } from './whoWorks.ts';
import { nameSession } from './sessionName.ts';
import { uncommittedIn, type Uncommitted } from './uncommitted.ts';
import { refuseUnfitDisk, syncedFolder } from './unfitDisk.ts';
import { refuseUnseen } from './refuseUnseen.ts';
import type { Notice } from '../notice.ts';
import type { Unattended } from '../unattended.ts';
import { attendedBy, beforehandNow, boundsOf, isToBeTold, type SaidNow } from './bounds.ts';
import { encode } from '../record/text.ts';
import { worktreePlace } from '../workingTree/movedWorktree.ts';
import { checkPlace } from '../workingTree/workingTreeOf.ts';
import { refuseSecrets } from '../workingTree/withoutSecrets.ts';
import type { World } from '../world.ts';

/** Everything that a session begins with, checked. Nothing is written yet. */
export interface Opening {
  readonly session: SessionId;
  readonly ref: RefName;
  readonly isolation: Isolation;
  readonly base: CommitId;
  /** With its templates filled. */
  readonly loaded: LoadedWorkflow;
  readonly inputs: GivenInputs;
  readonly ahead: Ahead;
  /** Null: whoever is there is asked. */
  readonly unattended: Unattended | null;
  readonly approved: readonly SaidNow[];
  readonly uncommitted: Uncommitted;
  /** A merge or rebase in progress: harmless for a worktree session, but worth telling. */
  readonly told: readonly Notice[];
}

/** The engine's own files in a checkpoint stay below this; half of it is reserved for its records. */
const MOST_BYTES = 512 * 1024;

/** Refuses whatever would make a session unsafe, before anything is written. */
export async function planOpening(world: World, options: StartOptions): Promise<Opening> {
  const { repository, files } = world;
  const tree = repository.workingTree({ root: repository.root, index: '', always: [] });
  // Before the workflow: without a commit there is none to find either.
  const head = await headOf(tree);
  const chosen = await chooseHere(world, options, head);
  const { loaded, base } = chosen;
  const isolation: Isolation = options.inPlace ? 'in-place' : loaded.workflow.isolation;
  refuseContradictions(options, isolation, loaded);
  const name = (): ReturnType<typeof nameSession> => {
    const prefix = loaded.workflow.branchPrefix;
    return nameSession(world, { id: options.id, request: options.request, prefix, base });
  };
  const inputs = await inputsOf(world, loaded, options, name);
  const filled = fillLoaded(loaded, inputs, options.request);
  const concerned = isolation === 'in-place' || options.withChanges;
  // What git answers is asked first: it works while this process loads and computes. Refused is in the order of the list.
  const safe = repository.refuseUnsafe(base);
  const told = conditionOf(tree, repository.root, concerned);
  const elsewhere = refuseCairnElsewhere(world, base, concerned);
  const named = name();
  const uncommitted = uncommittedIn(world, tree, loaded, isolation === 'in-place');
  const secrets = refuseSecretsIn(world, options.request, inputs, loaded);
  const workers = whoWorks(world.agents, loaded, options.byHand === true);
  await inOrder([secrets, workers, safe, told, elsewhere, named, uncommitted]);
  const { session, ref } = await named;
  await refuseLostArtifacts(world, session, base, loaded);
  if (isolation === 'worktree') await checkPlace(world, worktreePlace(world, session));
  const works = isolation === 'worktree' ? worktreePlace(world, session) : repository.root;
  for (const place of [repository.commonDir, works]) await refuseUnfitDisk(files, place);
  const approved = await beforehandNow(world, filled.workflow, options);
  const unattended = isToBeTold(options)
    ? await boundsOf(attendedBy(world, options), filled.workflow, {
        phases: filled.workflow.written,
        workers: await workers,
        approved,
        raised: [],
      })
    : null;
  // Last: nobody is asked about what cannot begin.
  await refuseUnseen(world, chosen, options, head);
  return {
    session,
    ref,
    isolation,
    base,
    loaded: filled,
    inputs,
    ahead: aheadOfStart(chosen, await workers, options, isolation),
    unattended,
    approved,
    uncommitted: await uncommitted,
    told: [...(await told), ...syncedFolder(repository.root)],
  };
}

/** Nobody is asked for the inputs of a session that cannot be. */
async function inputsOf(
  world: World,
  loaded: LoadedWorkflow,
  { inputs = {} }: StartOptions,
  name: () => Promise<unknown>,
): Promise<GivenInputs> {
  try {
    return takeInputs(world, loaded, inputs);
  } catch (error) {
    await name();
    throw error;
  }
}

/** As it is carried out; its text stays as written. */
function fillLoaded(loaded: LoadedWorkflow, given: GivenInputs, request: string): LoadedWorkflow {
  const inputs = inputValues(loaded.workflow.inputs, given);
  const workflow = fillWorkflow(loaded.workflow, { inputs, request });
  if (workflow !== null) return { ...loaded, workflow };
  throw wrong(
    { given: 'request' },
    `with it and the inputs filled in, the prompts of the workflow have more than ${MOST_FILLED} characters`,
  );
}

/** Options that are each valid, but not together. */
function refuseContradictions(options: StartOptions, isolation: Isolation, loaded: LoadedWorkflow): void {
  const { workflow, text } = loaded;
  if (options.request.trim() === '') throw wrong({ given: 'request' }, 'it is empty');
  const given = [options.request, text, ...Object.values(options.inputs ?? {})];
  const bytes = given.reduce((sum, each) => sum + encode(each).length, 0);
  if (bytes > MOST_BYTES)
    throw wrong(
      { given: 'request' },
      `request, inputs and workflow have ${bytes} bytes, at most ${MOST_BYTES} are possible: put the rest into files`,
    );
  if (options.inPlace) refuseWaves(loaded);
  if (options.base !== null && isolation === 'in-place')
    throw wrong({ given: 'base' }, 'an in-place session starts from HEAD');
  if (options.base !== null && options.withChanges)
    throw wrong({ given: 'with-changes', against: 'base' }, 'uncommitted changes belong to HEAD');
  const { until } = options;
  const known = workflow.phases.map((phase) => phase.id);
  if (until !== null && !known.some((id) => id === until))
    throw new CairnError('usage/unknown-phase', { phase: until, known });
}

function refuseWaves({ workflow: { parallel }, file, text }: LoadedWorkflow): void {
  if (parallel === 1) return;
  const yaml = readYaml(file, text);
  const { line, column } = yaml.ok ? yaml.value.at(['parallel']) : { line: 1, column: 1 };
  throw wrong(
    { given: 'in-place' },
    `${file}:${line}:${column} lets ${parallel} phases work at once, which is possible in worktrees only: leave "parallel" out there, or start in a worktree`,
  );
}

/** Request, inputs and workflow are published verbatim, into the history of every clone. */
async function refuseSecretsIn(
  { secrets }: World,
  request: string,
  inputs: GivenInputs,
  { file, text }: LoadedWorkflow,
): Promise<void> {
  await refuseSecrets(secrets, { given: 'request' }, request);
  for (const [name, value] of inputs) await refuseSecrets(secrets, { given: 'input', value: name }, value);
  const hits = await secrets.scan(file, encode(text));
  if (hits.length === 0) return;
  const problems = hits.map(({ line, what }) => ({
    file,
    line,
    column: 1,
    message: `a secret (${what}), and a workflow is published with the session; where it is none, write "# cairn:allow-secret" behind it or above it`,
  }));
  throw new CairnError('workflow/invalid', { file, problems });
}

/** If `.cairn` were a link or a file, the session folder would be elsewhere or replace something of a person's. */
async function refuseCairnElsewhere(
  { repository, files }: World,
  base: CommitId,
  onDisk: boolean,
): Promise<void> {
  for (const path of [CAIRN_FOLDER, SESSIONS_FOLDER]) {
    const there = onDisk ? ((await files.kind(repository.root, path))?.kind ?? 'folder') : 'folder';
    const entry = await repository.entry(base, path);
    if (there !== 'folder' || entry !== null)
      throw new CairnError('machine/cannot-write', {
        path,
        why: `it is a ${there === 'folder' ? 'file, link or submodule' : there}, and Cairn needs a folder there`,
      });
  }
}

const wrong = (what: Given, why: string): CairnError => new CairnError('usage/invalid', { what, why });

async function conditionOf(tree: WorkingTree, root: string, concerned: boolean): Promise<readonly Notice[]> {
  if (concerned) {
    await refuseBusy(tree, root);
    return [];
  }
  const { busy, unmerged } = await tree.footing();
  if (busy !== null) return [{ notice: 'busy-elsewhere', operation: busy }];
  return unmerged.length > 0 ? [{ notice: 'unmerged-elsewhere', files: unmerged }] : [];
}
