import type { Problem } from '../../base/cairnError.ts';
import type { Checkpoint } from '../../model/checkpoint/checkpoint.ts';
import { foldLedgers } from '../../model/ledger/foldLedgers.ts';
import { factsOfPhase, factsOfRest, landFacts, type LandFacts } from '../../model/land/landFacts.ts';
import { landMessage } from '../../model/land/landMessage.ts';
import { LAND_TEMPLATE, MOST_TEMPLATE_BYTES, parseLandTemplate } from '../../model/land/landTemplate.ts';
import type { CommitId, PhaseId } from '../../model/names/ids.ts';
import { LAND_TEMPLATE_PATH } from '../../model/names/places.ts';
import { whyNoFile } from '../../model/names/whyNoFile.ts';
import { sizeWords } from '../../model/text/sizeWords.ts';
import { checkName } from '../../model/workflow/checkName.ts';
import { readLedgers } from '../record/ledgers.ts';
import type { SessionRecord } from '../record/sessionRecord.ts';
import { textOrNull } from '../record/text.ts';
import { tell } from '../tell.ts';
import { isOurs } from '../trust/trustedHere.ts';
import { refuseSecrets } from '../workingTree/withoutSecrets.ts';
import type { World } from '../world.ts';

/** Who writes the messages of a landing. */
export interface LandMessages {
  /** Of the one commit that all of it is landed as. */
  whole(): string;
  /** Of the commit of one phase; null for what lies behind the last one that is done. The request stands in the first. */
  ofPhase(phase: PhaseId | null, isFirst: boolean): string;
}

/**
 * Gathers what the messages of a landing say.
 *
 * @throws `usage/invalid` where one of them would hold a secret
 */
export async function landMessages(
  world: World,
  record: SessionRecord,
  history: readonly Checkpoint[],
): Promise<LandMessages> {
  const { session, status, tree } = record;
  const ledgers = await readLedgers(world.repository, tree, { session, rows: status.rows });
  const isTyped = await isOurs(world, record, async () => history);
  const facts = landFacts(record, foldLedgers(session, ledgers), isTyped);
  const template = await templateAt(world, status.base);
  await refuseSecretsIn(world, facts, template);
  return {
    whole: () => landMessage(facts, template),
    ofPhase: (phase, isFirst) =>
      landMessage(
        phase === null ? factsOfRest(facts) : factsOfPhase(facts, record, phase, isFirst),
        template,
      ),
  };
}

/** The template of the commit that the session began on: nothing that an agent has written since. One that is not good is told, not used. */
async function templateAt(world: World, base: CommitId): Promise<string> {
  const { repository } = world;
  const entry = await repository.entry(base, LAND_TEMPLATE_PATH);
  if (entry === null) return LAND_TEMPLATE;
  const bytes = (await repository.blobBytes(entry.blob)) ?? 0;
  const whyNot =
    whyNoFile(entry) ?? (bytes > MOST_TEMPLATE_BYTES ? `more than ${sizeWords(MOST_TEMPLATE_BYTES)}` : null);
  const text = whyNot === null ? textOrNull(await repository.readBlob(entry.blob)) : null;
  const read = text === null ? null : parseLandTemplate(LAND_TEMPLATE_PATH, text);
  if (read?.ok === true) return read.value;
  tell(world, { notice: 'land-template', problems: read?.error ?? [whole(whyNot ?? 'no UTF-8')] });
  return LAND_TEMPLATE;
}

const whole = (what: string): Problem => ({
  file: LAND_TEMPLATE_PATH,
  line: 1,
  column: 1,
  message: `is ${what}`,
});

/** More than a message tells of one text, and of all of a kind. Characters. */
const MOST_OF_ONE = 8_000;
const MOST_SCANNED = 400_000;

/** Of the texts as they were written: one that is wrapped or shortened may hide where a secret begins. */
async function refuseSecretsIn(world: World, facts: LandFacts, template: string): Promise<void> {
  const { phases, checks } = facts;
  const texts: readonly (readonly [what: string, texts: readonly string[]])[] = [
    ['the title', [facts.title]],
    ['the request', [facts.request]],
    ['a title of a phase', phases.flatMap(({ title }) => title ?? [])],
    ['what an agent said', phases.map(({ said }) => said)],
    ['a decision', phases.flatMap(({ decisions }) => decisions)],
    ['a check', checks.flatMap(({ name, run, why = '' }) => [name, checkName({ run }), why])],
    ['the comment of an approval', phases.flatMap(({ approval }) => approval?.comment ?? [])],
    [LAND_TEMPLATE_PATH, [template]],
  ];
  for (const [what, said] of texts) {
    const told = said.map((text) => text.slice(0, MOST_OF_ONE)).join('\n');
    await refuseSecrets(world.secrets, what, told.slice(0, MOST_SCANNED));
  }
}
