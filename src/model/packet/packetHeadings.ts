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

/** The sections that grow item by item along the chain. Goal is the request, and Next is written anew each time. */
export const GROWING_HEADINGS = PACKET_HEADINGS.slice(1, 8) as readonly GrowingHeading[];
export type SectionHeading = Exclude<PacketHeading, 'Goal'>;
export type GrowingHeading = Exclude<SectionHeading, 'Next'>;
