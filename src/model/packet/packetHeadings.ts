/** The sections of a packet, in order (FORMAT.md, *PACKET.md*). */
export const PACKET_HEADINGS = [
  'Goal',
  'Constraints',
  'Decisions',
  'State of the work',
  'Failed approaches',
  'Open questions',
  'Not captured',
  'Artifacts',
  'Next',
] as const;
export type PacketHeading = (typeof PACKET_HEADINGS)[number];

/** The sections of what phases hand on: the goal is the request, whatever they say. */
export const SECTION_HEADINGS = PACKET_HEADINGS.slice(1) as readonly SectionHeading[];
export type SectionHeading = Exclude<PacketHeading, 'Goal'>;
