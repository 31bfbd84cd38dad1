/**
 * The standing texts: content only, no markup. Two things inside a string are for the renderer to fill in:
 * - links, written `[label](/contact)`, always to a page of ours;
 * - the blanks `{email}` and `{address}`: the support address and the postal address, both from configuration.
 */
export type Paragraph = string | { list: string[] };

export interface Section {
  /** The same in every language, so that an address such as /terms#payment survives a change of language. */
  id: string;
  heading: string;
  paragraphs: Paragraph[];
}

export interface DocumentText {
  title: string;
  /** Twin: TERMS_VERSION in contract/src/identity.ts. A test holds them together. */
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
