import { tooMuch } from '../errors.ts';

/** PostgreSQL reads nested values by recursion, and refuses what is deeper than its stack as a failure of its own. */
const DEEPEST_JSON = 500;

/** For every text of a client that the database parses as JSON. */
export function refuseDeepJson(text: string, what: 'request body' | 'value'): void {
  if (text.length > DEEPEST_JSON && jsonDepth(text) > DEEPEST_JSON) {
    throw tooMuch(`The ${what} is nested too deeply`);
  }
}

function jsonDepth(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (character === '"') index = endOfString(text, index);
    else if (character === '[' || character === '{') deepest = Math.max(deepest, ++depth);
    else if (character === ']' || character === '}') depth -= 1;
  }
  return deepest;
}

/** The position of the closing quote. */
function endOfString(text: string, start: number): number {
  let index = start + 1;
  while (index < text.length && text[index] !== '"') index += text[index] === '\\' ? 2 : 1;
  return index;
}
