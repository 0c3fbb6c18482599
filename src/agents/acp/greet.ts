import { methods, PROTOCOL_VERSION, type ClientContext } from '@agentclientprotocol/sdk';
import { readInitialized } from './acpMessages.ts';
import { Rubbish } from './acpStream.ts';

/** The agent to greet. */
export interface Greeted {
  /** Called when it has answered, with its version if it reports one. */
  readonly onHello: (version?: string) => void;
  /** How long it may take to answer. Milliseconds. */
  readonly helloMs: number;
}

/** Exchanges the first messages; resolves to whether it can resume one of its own sessions. */
export async function greet(
  agent: ClientContext,
  { onHello, helloMs }: Greeted,
): Promise<{ readonly canResume: boolean }> {
  const initialized = readInitialized(
    await answered(
      agent.request<unknown>(methods.agent.initialize, {
        protocolVersion: PROTOCOL_VERSION,
        // We offer neither files nor terminals: a checkpoint sees what agents write themselves.
        clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
        clientInfo: { name: 'cairn', version: '1' },
      }),
      helloMs,
    ),
  );
  onHello(initialized.agentInfo?.version);
  if (initialized.protocolVersion !== PROTOCOL_VERSION) throw otherVersion(initialized.protocolVersion);
  return { canResume: initialized.agentCapabilities?.sessionCapabilities?.resume != null };
}

function otherVersion(version: number): Rubbish {
  const remedy =
    version > PROTOCOL_VERSION ? 'update Cairn, or take an older version of the agent' : 'update the agent';
  return new Rubbish(
    `it speaks version ${version} of the Agent Client Protocol, and Cairn speaks version ${PROTOCOL_VERSION} only: ${remedy}`,
  );
}

/** The answer, or why none will come: most programs that just wait for input do not speak the protocol. */
async function answered(answer: Promise<unknown>, ms: number): Promise<unknown> {
  const silence = Promise.withResolvers<never>();
  const reason = `it has said nothing in the Agent Client Protocol for ${Math.round(ms / 1000)} s: is this the command that starts it in that mode?`;
  const timer = setTimeout(() => silence.reject(new Rubbish(reason)), ms);
  try {
    return await Promise.race([answer, silence.promise]);
  } finally {
    clearTimeout(timer);
  }
}
