import type { Problem } from '../../base/cairnError.ts';
import type { Checkpoint } from '../../model/checkpoint/checkpoint.ts';
import { foldLedgers } from '../../model/ledger/foldLedgers.ts';
import { factsOfPart, landFacts, type LandedPart, type LandFacts } from '../../model/land/landFacts.ts';
import { landMessage } from '../../model/land/landMessage.ts';
import { LAND_TEMPLATE, MOST_TEMPLATE_BYTES, parseLandTemplate } from '../../model/land/landTemplate.ts';
import type { CommitId } from '../../model/names/ids.ts';
import { LAND_TEMPLATE_PATH } from '../../model/names/places.ts';
import { whyNoFile } from '../../model/names/whyNoFile.ts';
import { plainText } from '../../model/packet/safeText.ts';
import { sizeWords } from '../../model/text/sizeWords.ts';
import { checkName } from '../../model/workflow/checkName.ts';
import { readLedgers } from '../record/ledgers.ts';
import type { SessionRecord } from '../record/sessionRecord.ts';
import { textOrNull } from '../record/text.ts';
import { tell } from '../tell.ts';
import { isOurs } from '../trust/trustedHere.ts';
import { refuseAnySecret, refuseSecrets, withoutAllowedLines } from '../workingTree/withoutSecrets.ts';
import type { World } from '../world.ts';

/** Who writes the messages of a landing. Both refuse (`usage/invalid`) one that would hold a secret. */
export interface LandMessages {
  /** Of the one commit that all of it is landed as. */
  whole(): Promise<string>;
  /** Of one commit of several. The request stands in the first. */
  ofPart(part: LandedPart, isFirst: boolean): Promise<string>;
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
  const message = async (told: LandFacts): Promise<string> => {
    await refuseSecretsInMessage(world, told, template);
    return landMessage(told, template);
  };
  return {
    whole: () => message(facts),
    ofPart: (part, isFirst) => message(factsOfPart(facts, record, part, isFirst)),
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

/** As a message says it, but neither wrapped nor shortened, which may hide where a secret begins. */
const seen = (text: string): string => plainText(text.slice(0, MOST_OF_ONE));

/** What agents wrote allows no secret; what was typed here does, each text for itself. */
async function refuseSecretsIn({ secrets }: World, facts: LandFacts, template: string): Promise<void> {
  const { phases, checks, typedHere, askedHere } = facts;
  const typed: readonly (readonly [what: string, text: string, isTyped: boolean])[] = [
    ['the title', facts.title, askedHere],
    ['the request', facts.request, askedHere],
    ...phases.map(
      ({ approval }) => ['the comment of an approval', approval?.comment ?? '', typedHere] as const,
    ),
  ];
  for (const [what, text, isTyped] of typed)
    if (text !== '') await (isTyped ? refuseSecrets : refuseAnySecret)(secrets, what, seen(text));
  await refuseSecrets(secrets, LAND_TEMPLATE_PATH, template);
  const told: readonly (readonly [what: string, texts: readonly string[]])[] = [
    ['a title of a phase', phases.flatMap(({ title }) => title ?? [])],
    ['what an agent said', phases.map(({ said }) => said)],
    ['a decision', phases.flatMap(({ decisions }) => decisions)],
    ['a check', checks.flatMap(({ name, run, why = '' }) => [name, checkName({ run }), why])],
  ];
  for (const [what, said] of told)
    await refuseAnySecret(secrets, what, said.map(seen).join('\n').slice(0, MOST_SCANNED));
}

/** The message as it would be without the lines in which a person allowed a secret: nothing else in it is allowed one. */
async function refuseSecretsInMessage({ secrets }: World, facts: LandFacts, template: string): Promise<void> {
  const allowed = (text: string): Promise<string> => withoutAllowedLines(secrets, 'the message', seen(text));
  const asked = facts.askedHere
    ? { title: await allowed(facts.title), request: await allowed(facts.request) }
    : {};
  const without = facts.typedHere
    ? {
        phases: await Promise.all(
          facts.phases.map(async (one) => ({
            ...one,
            approval: one.approval && {
              ...one.approval,
              comment: await allowed(one.approval.comment ?? ''),
            },
          })),
        ),
      }
    : {};
  const message = landMessage({ ...facts, ...asked, ...without }, await allowed(template));
  await refuseAnySecret(secrets, 'the message', message);
}
