import * as z from 'zod';
import { TOOL_KINDS } from '../../model/agent/permission.ts';

/**
 * What we read of the Agent Client Protocol (stable v1), checked before we trust it. Names only what we use: a newer agent may
 * send more. Skips unknown kinds of update; known ones must be complete.
 */
const text = z.object({ type: z.literal('text'), text: z.string() });
const content = z.union([text, z.object({ type: z.string() })]);
const kind = z.enum(TOOL_KINDS).catch('other');
const locations = z.array(z.object({ path: z.string() })).nullish();
const status = z.enum(['pending', 'in_progress', 'completed', 'failed']).nullish();

/** Of a message that arrives in chunks; an id of any other shape is ignored. */
const messageId = z.string().nullish().catch(null);
const _meta = z.record(z.string(), z.unknown()).nullish().catch(null);

/** What a call shows of itself; leaves out unknown parts. */
const shows = z
  .array(
    z.union([
      z.object({ type: z.literal('content'), content: text }),
      z.object({ type: z.literal('diff'), path: z.string() }),
      z.object({ type: z.string() }),
    ]),
  )
  .nullish()
  .catch(null);

const toolCall = {
  toolCallId: z.string(),
  title: z.string().nullish(),
  kind: kind.nullish(),
  status,
  locations,
  rawInput: z.unknown().optional(),
  content: shows,
};

const known = {
  agent_message_chunk: z.object({
    sessionUpdate: z.literal('agent_message_chunk'),
    content,
    messageId,
    _meta,
  }),
  agent_thought_chunk: z.object({ sessionUpdate: z.literal('agent_thought_chunk'), content, messageId }),
  session_info_update: z.object({ sessionUpdate: z.literal('session_info_update'), _meta }),
  tool_call: z.object({ sessionUpdate: z.literal('tool_call'), ...toolCall, title: z.string() }),
  tool_call_update: z.object({ sessionUpdate: z.literal('tool_call_update'), ...toolCall }),
  plan: z.object({
    sessionUpdate: z.literal('plan'),
    entries: z.array(z.object({ content: z.string(), status: z.string() })),
  }),
  usage_update: z.object({
    sessionUpdate: z.literal('usage_update'),
    used: z.number(),
    cost: z.object({ amount: z.number(), currency: z.string() }).nullish(),
  }),
} as const;

export type AcpUpdate = z.infer<(typeof known)[keyof typeof known]>;

const notification = z.object({
  sessionId: z.string(),
  update: z.object({ sessionUpdate: z.string() }).loose(),
});

/** The update of a `session/update`; null for an unknown kind. Throws a `ZodError` for a broken one. */
export function readUpdate(params: unknown): AcpUpdate | null {
  const { update } = notification.parse(params);
  const schema = Object.entries(known).find(([name]) => name === update.sessionUpdate)?.[1];
  return schema === undefined ? null : schema.parse(update);
}

const permission = z.object({
  sessionId: z.string(),
  toolCall: z.object(toolCall),
  options: z
    .array(
      z.object({
        optionId: z.string(),
        name: z.string(),
        kind: z.enum(['allow_once', 'allow_always', 'reject_once', 'reject_always']),
      }),
    )
    .min(1),
});
export type AcpPermission = z.infer<typeof permission>;
export const readPermission = (params: unknown): AcpPermission => permission.parse(params);

const initialized = z.object({
  protocolVersion: z.number(),
  agentInfo: z.object({ name: z.string(), version: z.string() }).nullish(),
  agentCapabilities: z
    .object({ sessionCapabilities: z.object({ resume: z.looseObject({}).nullish() }).nullish() })
    .nullish()
    // No attempt depends on these capabilities.
    .catch(null),
});
export const readInitialized = (result: unknown): z.infer<typeof initialized> => initialized.parse(result);

const modes = z.object({
  currentModeId: z.string(),
  availableModes: z.array(z.object({ id: z.string(), name: z.string() })),
});
export type AcpModes = z.infer<typeof modes>;

/** The values that a session option may have, in groups or not. */
const choice = z.object({ value: z.string(), name: z.string().min(1) });
const choices = z.array(
  z.union([
    choice.transform((one) => [one]),
    z.object({ options: z.array(choice) }).transform((group) => group.options),
  ]),
);

/** Some agents offer their modes as a session option instead; we set them in the same way. */
const modeOption = z
  .object({ category: z.literal('mode'), currentValue: z.string(), options: choices })
  .transform(({ currentValue, options }): AcpModes => ({
    currentModeId: currentValue,
    availableModes: options.flat().map(({ value, name }) => ({ id: value, name })),
  }));
/** The model that a session begins with: under its own key, or as a session option. */
const modelOption = z.object({
  category: z.literal('model'),
  currentValue: z.string().min(1),
  options: choices.transform((groups) => groups.flat()).catch([]),
});
const modesOf = {
  modes: modes.nullish(),
  models: z
    .object({
      currentModelId: z.string().min(1),
      availableModels: z.array(z.object({ modelId: z.string(), name: z.string().min(1) })).catch([]),
    })
    .nullish()
    .catch(null),
  configOptions: z.array(z.unknown()).nullish().catch(null),
};
type Said = z.infer<z.ZodObject<typeof modesOf>>;
/** The model by name if it has one, since its id may be `default`. */
function modelSaid({ models, configOptions }: Said): string | null {
  if (models != null) {
    const { currentModelId: id, availableModels } = models;
    return availableModels.find(({ modelId }) => modelId === id)?.name ?? id;
  }
  const option = firstFitting(modelOption, configOptions);
  if (option === undefined) return null;
  return option.options.find(({ value }) => value === option.currentValue)?.name ?? option.currentValue;
}
const firstFitting = <T>(schema: z.ZodType<T>, options: Said['configOptions']): T | undefined =>
  options?.map((one) => schema.safeParse(one).data).find((one) => one !== undefined);

/** The agent's own session, with its modes and model. */
export interface AcpSession {
  readonly sessionId: string;
  readonly modes: AcpModes | null;
  /** As the agent calls it; null if it does not say. */
  readonly model: string | null;
}
const opened = z.object({ sessionId: z.string().min(1), ...modesOf });
const resumed = z.object(modesOf);

const sessionOf = (sessionId: string, said: Said): AcpSession => ({
  sessionId,
  modes: said.modes ?? firstFitting(modeOption, said.configOptions) ?? null,
  model: modelSaid(said),
});

/** The answer to `session/new`. */
export function readOpened(result: unknown): AcpSession {
  const said = opened.parse(result);
  return sessionOf(said.sessionId, said);
}

/** The answer to `session/resume`; some answer with nothing at all. */
export const readResumed = (sessionId: string, result: unknown): AcpSession =>
  sessionOf(sessionId, resumed.parse(result ?? {}));

const prompted = z.object({
  stopReason: z.string(),
  usage: z.record(z.string(), z.unknown()).nullish(),
  _meta: z.record(z.string(), z.unknown()).nullish(),
});
export type AcpPrompted = z.infer<typeof prompted>;
export const readPrompted = (result: unknown): AcpPrompted => prompted.parse(result);
