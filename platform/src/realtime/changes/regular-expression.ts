import { FilterRefused } from './filter-refused.ts';

const maxLength = 100;
const maxQuantifiers = 5;
const maxRepetitions = 20;

interface Group {
  hasQuantifier: boolean;
}

/**
 * Every change is compared with a subscription's expression, so one that PostgreSQL does not match in a time proportional to
 * the text is refused: with references to groups, lookaround, or repetitions of what repeats.
 */
export function refuseCostlyExpression(expression: string): void {
  if (expression.length > maxLength) throw refused(`it has more than ${maxLength} characters`);
  const outer: Group[] = [];
  let group: Group = { hasQuantifier: false };
  /** What a quantifier would repeat. */
  let atom: Group | undefined;
  let quantifiers = 0;
  let repetitions = 0;
  for (const token of expression.match(tokens) ?? []) {
    const counts = /^\{(\d+)(?:,(\d*))?\}/.exec(token);
    if (/^\\\d/.test(token)) throw refused('it refers to a group');
    if (token.startsWith('(?') && token !== '(?:')
      throw refused('it looks ahead, looks behind, or sets options');
    if (token.startsWith('(')) {
      outer.push(group);
      group = { hasQuantifier: false };
      atom = undefined;
    } else if (token === ')') {
      atom = group;
      group = outer.pop() ?? { hasQuantifier: false };
      group.hasQuantifier ||= atom.hasQuantifier;
    } else if (token === '|') {
      atom = undefined;
    } else if (counts !== null || /^[*+?]/.test(token)) {
      if (atom === undefined || atom.hasQuantifier) throw refused('it repeats what repeats');
      quantifiers += 1;
      repetitions += Math.max(Number(counts?.[1] ?? 0), Number(counts?.[2] ?? 0));
      atom = { hasQuantifier: true };
      group.hasQuantifier = true;
    } else {
      atom = { hasQuantifier: false };
    }
  }
  if (quantifiers > maxQuantifiers) throw refused(`it has more than ${maxQuantifiers} quantifiers`);
  if (repetitions > maxRepetitions) throw refused(`it counts to more than ${maxRepetitions}`);
}

/** Escapes, sets of characters, openings of groups, quantifiers with their `?`, and single characters. */
const tokens =
  /\\[\s\S]|\[\^?\]?(?:\[[:.=][^\]]*\]|\\[\s\S]|[^\]\\])*\]|\(\?(?:<?[=!]|:|[\s\S])?|\{\d+(?:,\d*)?\}\??|[*+?]\??|[\s\S]/g;

function refused(reason: string): FilterRefused {
  return new FilterRefused(`invalid filter: the regular expression would take too long, because ${reason}`);
}
