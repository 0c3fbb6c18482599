import * as z from 'zod';
import { TOOL_KINDS } from '../../model/agent/permissionWords.ts';

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
export type AcpCall = AcpPermission['toolCall'];
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
/** The name of the model that a session begins with, if it has one, since its id may be `default`. */
const modelOption = z
  .object({
    category: z.literal('model'),
    currentValue: z.string().min(1),
    options: choices.transform((groups) => groups.flat()).catch([]),
  })
  .transform(({ currentValue: id, options }) => options.find(({ value }) => value === id)?.name ?? id);
const models = z
  .object({
    currentModelId: z.string().min(1),
    availableModels: z.array(z.object({ modelId: z.string(), name: z.string().min(1) })).catch([]),
  })
  .transform(
    ({ currentModelId: id, availableModels: all }) => all.find((one) => one.modelId === id)?.name ?? id,
  );

const firstFitting = <T>(schema: z.ZodType<T>, options: readonly unknown[] | null | undefined): T | null =>
  options?.map((one) => schema.safeParse(one).data).find((one) => one !== undefined) ?? null;

/** What an agent says of its own session: its modes, and the model as it calls that. Modes and model may be session options. */
const session = z
  .object({
    modes: modes.nullish(),
    models: models.nullish().catch(null),
    configOptions: z.array(z.unknown()).nullish().catch(null),
  })
  .transform(({ modes: said, models: model, configOptions }) => ({
    modes: said ?? firstFitting(modeOption, configOptions),
    model: model ?? firstFitting(modelOption, configOptions),
  }));
export type AcpSession = { readonly sessionId: string } & z.infer<typeof session>;

/** The answer to `session/new`. */
export const readOpened = (result: unknown): AcpSession => ({
  ...z.object({ sessionId: z.string().min(1) }).parse(result),
  ...session.parse(result),
});

/** The answer to `session/resume`; some answer with nothing at all. */
export const readResumed = (sessionId: string, result: unknown): AcpSession => ({
  sessionId,
  ...session.parse(result ?? {}),
});

const prompted = z.object({
  stopReason: z.string(),
  usage: z.record(z.string(), z.unknown()).nullish(),
  _meta: z.record(z.string(), z.unknown()).nullish(),
});
export type AcpPrompted = z.infer<typeof prompted>;
export const readPrompted = (result: unknown): AcpPrompted => prompted.parse(result);
