/** The parts of the service that people notice. Keep equal to the constraints of private.outages. */
export const PARTS = ['site', 'films', 'cards', 'moncash', 'natcash', 'mail', 'encoding'] as const;
export type Part = (typeof PARTS)[number];

export interface PartStatus {
  part: Part;
  /** Unknown: nobody has looked for a while. */
  state: 'works' | 'fails' | 'unknown';
  /** Since when it fails. */
  since?: Date;
}

export interface Outage {
  part: Part;
  began: Date;
  /** Undefined while it lasts. */
  ended?: Date;
}

export interface Status {
  parts: PartStatus[];
  /** Of the last ninety days, the latest first. */
  outages: Outage[];
  /** When this was found out. */
  at: Date;
}
