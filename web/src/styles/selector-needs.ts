import type { Need } from '#lib/used-styles.ts';

const NAME = /(?:[\w-]|[^\0-\x7f]|\\[0-9a-f]{1,6}\s?|\\.)+/iy;
const ESCAPE = /\\(?:([0-9a-f]{1,6})\s?|(.))/gi;
/** Parts that only these elements have. */
const PARTS: [part: RegExp, elements: Need][] = [
  [/^-(?:webkit|moz)-progress/, 'progress'],
  [/^-webkit-details/, 'summary'],
  [/^(?:file-selector-button|placeholder$|-webkit-|-moz-ui-)/, [['input'], ['textarea']]],
];

/**
 * Nothing is pointed at, selected or opened before the whole stylesheet is there, and nothing is in a shadow root. What has
 * the focus shows the browser's own ring until then.
 */
const NEVER_AT_FIRST = new Set([
  ...['hover', 'active', 'focus', 'focus-visible', 'focus-within', 'selection'],
  ...['backdrop', 'modal', 'popover-open', 'user-valid', 'user-invalid', 'host'],
]);
/** Attributes that scripts in the page set before the whole stylesheet is there: rules do not wait for them. */
const SET_EARLY = new Set(['data-layout', 'data-shown', 'data-silent']);
/** States that the markup tells. */
const ATTRIBUTES: Record<string, Need> = { disabled: '[disabled', checked: '[checked' };

/** Splits at commas that are in no brackets: the selectors of a list. */
export function splitSelectors(list: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const [part] of list.matchAll(/\\.|[^\\]/gsu)) {
    if (part === '(' || part === '[') depth += 1;
    if (part === ')' || part === ']') depth -= 1;
    if (part === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += part;
  }
  return parts.map((part) => part.trim());
}

/**
 * What a page has to contain for this selector to match anything: `.class`, `#id`, `tag`, `[attribute` and
 * `[attribute=value`. What cannot be known from the markup (`:not(…)`, `:empty`) needs nothing.
 */
export function needsOf(selector: string): Need[] {
  const needs: Need[] = [];
  for (let at = 0; at < selector.length; ) {
    const character = selector[at]!;
    if (character === '.' || character === '#') {
      const name = nameAt(selector, at + 1);
      needs.push(character + unescaped(name));
      at += 1 + name.length;
    } else if (character === '[') {
      const end = selector.indexOf(']', at);
      const attribute = selector.slice(at + 1, end);
      if (!SET_EARLY.has(attribute.split('=', 1)[0]!)) needs.push(attributeNeed(attribute));
      at = end + 1;
    } else if (character === ':') {
      at = readPseudo(selector, at, needs);
    } else {
      const tag = nameAt(selector, at);
      if (tag) needs.push(tag.toLowerCase());
      at += tag.length || 1;
    }
  }
  return needs;
}

function readPseudo(selector: string, start: number, needs: Need[]): number {
  const at = selector[start + 1] === ':' ? start + 2 : start + 1;
  const name = nameAt(selector, at);
  if (NEVER_AT_FIRST.has(name)) needs.push(`:${name}`);
  if (ATTRIBUTES[name]) needs.push(ATTRIBUTES[name]);
  const part = PARTS.find(([pattern]) => pattern.test(name));
  if (part) needs.push(part[1]);
  if (selector[at + name.length] !== '(') return at + name.length;
  const end = closingBracket(selector, at + name.length);
  const inner = selector.slice(at + name.length + 1, end);
  if (name === 'is' || name === 'where' || name === 'has') needs.push(splitSelectors(inner).map(needsOf));
  return end + 1;
}

function closingBracket(text: string, opening: number): number {
  let depth = 0;
  for (let at = opening; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '(') depth += 1;
    else if (text[at] === ')' && --depth === 0) return at;
  }
  throw new Error(`a bracket is not closed in ${text}`);
}

function attributeNeed(attribute: string): Need {
  const [, name = '', operator, value = ''] = /^([\w-]+)(?:([~|^$*]?=)"?([^"]*)"?)?$/.exec(attribute) ?? [];
  if (!name) throw new Error(`this attribute selector cannot be read: [${attribute}]`);
  return operator === '=' ? `[${name}=${value}` : `[${name}`;
}

function nameAt(text: string, at: number): string {
  NAME.lastIndex = at;
  return NAME.exec(text)?.[0] ?? '';
}

function unescaped(name: string): string {
  return name.replaceAll(ESCAPE, (_all, code: string | undefined, character: string) =>
    code ? String.fromCodePoint(Number.parseInt(code, 16)) : character,
  );
}
