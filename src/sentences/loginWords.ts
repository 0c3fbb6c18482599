import type { AgentLogin } from '../model/machine/machineFacts.ts';

const LOGGED_IN: Readonly<Record<AgentLogin['is'], (login: AgentLogin) => string>> = {
  found: ({ by }) => `logged in (${by ?? ''})`,
  none: () => 'no login found',
  unknown: () => 'whether it is logged in is not known',
};

/** Whether an agent is logged in, as far as anybody can tell. */
export const loginWords = (login: AgentLogin): string => LOGGED_IN[login.is](login);

/** What there is to do about it. */
export const loginSteps = ({ is, command }: AgentLogin): readonly string[] => {
  if (is === 'found') return [];
  return [is === 'none' ? `Log in: ${command}` : `If it asks for a login: ${command}`];
};
