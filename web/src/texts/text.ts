/**
 * The legal and help pages: content only, no markup. The renderer fills in two things:
 * - links, written `[label](/contact)`, always to a page of ours;
 * - the placeholders `{email}` and `{address}`: support address and postal address, from configuration.
 */
export type Paragraph = string | { list: string[] };

export interface Section {
  /** The same in every language, so that an address such as /terms#payment works in each. */
  id: string;
  heading: string;
  paragraphs: Paragraph[];
}

export interface DocumentText {
  title: string;
  /** TERMS_VERSION of contract/src/identity/limits.ts, checked by texts.test.ts. */
  version?: string;
  /** ISO date. */
  effective?: string;
  intro: string[];
  sections: Section[];
}

export interface Question {
  id: string;
  question: string;
  answer: string[];
}

export interface FaqText {
  title: string;
  intro: string[];
  groups: { id: string; heading: string; questions: Question[] }[];
}
