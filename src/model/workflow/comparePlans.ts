import { askedOf } from '../gate/demands/demands.ts';
import { sayCondition } from '../graph/condition.ts';
import { canonicalJson } from '../text/canonicalJson.ts';
import type { PhaseId } from '../names/ids.ts';
import { planOf, type PhasePlan } from './planHash.ts';
import type { ArtifactRule, ForEach, Loop, Workflow } from './workflow.ts';

/** One difference between two plans. There is none exactly when the plan hashes are equal. */
export type PlanChange =
  | { readonly kind: 'added'; readonly phase: PhaseId }
  | { readonly kind: 'removed'; readonly phase: PhaseId }
  | { readonly kind: 'changed'; readonly phase: PhaseId; readonly what: readonly PlanDetail[] }
  /** The common phases are in another order. */
  | { readonly kind: 'reordered'; readonly before: readonly PhaseId[]; readonly after: readonly PhaseId[] };

/** `about`: the part of the phase; `before` and `after`: short text, null if absent. */
export interface PlanDetail {
  readonly about: 'needs' | 'artifact' | 'check' | 'approval' | 'when' | 'forEach' | 'loop' | 'stop';
  readonly before: string | null;
  readonly after: string | null;
}

/** Differences between two plans: phases of `after` in file order, then removed ones, then their order. */
export function comparePlans(before: Workflow, after: Workflow): readonly PlanChange[] {
  const old = new Map(planOf(before).map((phase) => [phase.id, phase]));
  const now = new Map(planOf(after).map((phase) => [phase.id, phase]));
  const changes: PlanChange[] = [];
  for (const [id, phase] of now) {
    const was = old.get(id);
    if (!was) changes.push({ kind: 'added', phase: id });
    else {
      const what = detailsOf(was, phase);
      if (what.length > 0) changes.push({ kind: 'changed', phase: id, what });
    }
  }
  for (const id of old.keys()) if (!now.has(id)) changes.push({ kind: 'removed', phase: id });
  const kept = [...old.keys()].filter((id) => now.has(id));
  const order = [...now.keys()].filter((id) => old.has(id));
  if (kept.join() !== order.join()) changes.push({ kind: 'reordered', before: kept, after: order });
  return changes;
}

function detailsOf(before: PhasePlan, after: PhasePlan): readonly PlanDetail[] {
  const details: PlanDetail[] = [];
  const compare = (about: PlanDetail['about'], was: string | null, is: string | null): void => {
    if (was !== is) details.push({ about, before: was, after: is });
  };
  compare('needs', sayNeeds(before), sayNeeds(after));
  const artifacts = new Map(before.artifacts.map((rule) => [rule.path, rule]));
  for (const rule of after.artifacts) {
    const was = artifacts.get(rule.path);
    compare('artifact', was ? artifactText(was) : null, artifactText(rule));
    artifacts.delete(rule.path);
  }
  for (const rule of artifacts.values()) compare('artifact', artifactText(rule), null);
  const was = before.checks.map(canonicalJson);
  const is = after.checks.map(canonicalJson);
  for (let index = 0; index < Math.max(was.length, is.length); index += 1) {
    compare('check', was[index] ?? null, is[index] ?? null);
  }
  compare('approval', before.approval, after.approval);
  compare('when', ...said(sayCondition, before.when, after.when));
  compare('forEach', ...said(sayForEach, before.forEach, after.forEach));
  compare('loop', ...said(sayLoop, before.loop, after.loop));
  compare('stop', ...said(sayCondition, before.stop, after.stop));
  return details;
}

const sayNeeds = ({ needs, skippedWithNeeds }: PhasePlan): string =>
  `${needs.join(', ') || 'nothing'}${skippedWithNeeds === true ? ', and is skipped where all of it is' : ''}`;

type Part<T> = T | null | undefined;

/** A part of two plans as text. Two that read alike and are not the same are told as they are in the hash. */
function said<T>(
  say: (part: T) => string,
  ...parts: readonly [Part<T>, Part<T>]
): [string | null, string | null] {
  const [was = null, is = null] = parts.map((part) => (part == null ? null : say(part)));
  return was === is ? [canonicalJson(parts[0] ?? null), canonicalJson(parts[1] ?? null)] : [was, is];
}

const sayForEach = ({ file, at, max }: ForEach): string =>
  `each of ${file}${at === '' ? '' : ` ${at}`}, at most ${max}`;

const sayLoop = ({ to, until, max }: Loop): string =>
  `to ${to} until ${sayCondition(until)}, at most ${max} rounds`;

function artifactText(rule: ArtifactRule): string {
  const rules = askedOf(rule).map(([demand, wanted]) => demand.inPlan(wanted));
  return rules.length === 0 ? rule.path : `${rule.path} (${rules.join('; ')})`;
}

/** A plan change as one line of facts, for a terminal or a dialog. */
export function describePlanChange(change: PlanChange): string {
  switch (change.kind) {
    case 'added':
      return `+ ${change.phase}: new phase`;
    case 'removed':
      return `- ${change.phase}: phase removed`;
    case 'reordered':
      return `order: ${change.before.join(', ')} → ${change.after.join(', ')}`;
    case 'changed':
      return `~ ${change.phase}: ${change.what.map(detailText).join(' · ')}`;
  }
}

function detailText({ about, before, after }: PlanDetail): string {
  if (before === null) return `new ${about} ${after ?? ''}`;
  return after === null ? `no more ${about} ${before}` : `${about} ${before} → ${after}`;
}
