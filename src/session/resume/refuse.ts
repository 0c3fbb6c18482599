import { branchNamed } from '../../model/names/places.ts';
import { CairnError } from '../../base/cairnError.ts';
import type { ResumePlan } from '../../model/plan/planResume.ts';
import type { ResumeOptions } from '../api/run.ts';
import { remoteTips } from '../record/remoteTips.ts';
import type { SessionRecord } from '../record/sessionRecord.ts';
import { trustView } from '../trust/trustView.ts';
import type { World } from '../world.ts';
import type { Found } from './gatherFacts.ts';
import { planChanges } from './takeOverWorkflow.ts';
import type { WorkflowChange } from './workflowChange.ts';
import { unknownPhase } from '../record/phaseNamed.ts';

/** Throws why a resume was refused, with the facts that a person needs to decide. */
export async function refuse(
  world: World,
  record: SessionRecord,
  { change, asked, before }: Found,
  because: Extract<ResumePlan, { do: 'refuse' }>['because'],
  options: ResumeOptions,
): Promise<never> {
  const { session } = record;
  // Asking for trust makes no sense for a tree that we would refuse anyway.
  if (because === 'untrusted' || because === 'untrusted-commands')
    await world.repository.refuseUnsafe(record.commit);
  switch (because) {
    case 'unknown-until':
      throw unknownUntil(record, change, options);
    case 'unknown-again':
    case 'began-elsewhere':
      throw notAgain(record, options, before);
    case 'behind':
    case 'diverged':
      throw await behind(world, record, because);
    case 'untrusted-commands': {
      const warnings = options.trust ? [] : asked;
      const view = await trustView(world, record, change.loaded, warnings);
      throw new CairnError('data/untrusted-commands', view);
    }
    case 'untrusted':
      throw new CairnError('data/untrusted-tip', {
        session,
        branch: branchNamed(record.ref),
        warnings: asked,
      });
    case 'plan-changed':
      throw planChanged(record, change, options);
  }
}

function unknownUntil(
  record: SessionRecord,
  { loaded }: WorkflowChange,
  { until }: ResumeOptions,
): CairnError {
  const known = (loaded?.workflow ?? record.workflow).phases.map(({ id }) => id);
  return unknownPhase(record, until ?? '', known);
}

function notAgain(record: SessionRecord, { again }: ResumeOptions, before: Found['before']): CairnError {
  const phase = again ?? '';
  const { session } = record;
  if (before === null) return unknownPhase(record, phase);
  const { session: origin, seq } = before.trailers;
  const refusal = { because: 'began-elsewhere', phase, in: origin, seq } as const;
  return new CairnError('usage/not-possible', { act: 'run-again', session, refusal });
}

function planChanged(
  record: SessionRecord,
  { loaded }: WorkflowChange,
  { workflow }: ResumeOptions,
): CairnError {
  return new CairnError('repo/plan-changed', {
    session: record.session,
    changes: loaded === null ? [] : planChanges({ record }, loaded),
    ...(workflow === null ? {} : { workflow }),
  });
}

async function behind(
  world: World,
  record: SessionRecord,
  relation: 'behind' | 'diverged',
): Promise<CairnError> {
  const remote = (await remoteTips(world, record)).tips.find((tip) => tip.relation === relation);
  return new CairnError('repo/behind-remote', {
    session: record.session,
    branch: branchNamed(record.ref),
    local: record.commit,
    tracking: remote?.name ?? '',
    remote: remote?.commit ?? '',
    relation,
  });
}
