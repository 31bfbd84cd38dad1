import type { FaqText, Question } from '#texts/text.ts';
import { plainProse } from './prose-parts.ts';

/** Without case, accents and typographic apostrophes: what people type in a hurry. */
function fold(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('’', "'").toLowerCase();
}

/** The groups, with only those questions in which every typed word occurs. */
export function searchQuestions(groups: FaqText['groups'], typed: string): FaqText['groups'] {
  const words = fold(typed).split(/\s+/).filter(Boolean);
  if (words.length === 0) return groups;
  const matches = ({ question, answer }: Question): boolean => {
    const text = fold(plainProse([question, ...answer].join(' ')));
    return words.every((word) => text.includes(word));
  };
  return groups
    .map((group) => ({ ...group, questions: group.questions.filter(matches) }))
    .filter(({ questions }) => questions.length > 0);
}
