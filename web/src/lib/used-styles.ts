import { remember } from './remember.ts';

/** A name that the page has to contain, or alternatives of which it has to contain one. */
export type Need = string | Need[][];

export interface StyleDeclaration {
  text: string;
  /** A custom property or an animation: left out where nothing uses it. */
  defines?: string;
  uses?: string[];
}

export interface StyleRule {
  /** The at-rules around it, outermost first. */
  within: readonly string[];
  /** None: the rule is one whole declaration, such as `@font-face`. */
  selectors: { text: string; needs: Need[] }[];
  declarations: StyleDeclaration[];
}

/** The stylesheet in parts, made by the build (styles/index-styles.ts). */
export interface StyleIndex {
  /** The cascade layers in their order, which must not depend on the rules that are picked. */
  layers: string[];
  /** All that rules need or define. */
  names: string[];
  rules: StyleRule[];
}

interface PickedRule {
  within: readonly string[];
  selector: string;
  declarations: readonly StyleDeclaration[];
}

/** As characters of names: enough for a few hundred kinds of pages, each with some fifteen kilobytes of styles. */
const REMEMBERED = 1_000_000;

export interface StylePicker {
  /** The names of the stylesheet that are in this part of a page. */
  namesIn(html: string): string[];
  /** The rules that apply to something in a page with these names, in their order. */
  pick(names: readonly string[]): string;
}

export function createStylePicker({ layers, names, rules }: StyleIndex): StylePicker {
  const known = new Set(names);
  const attributes = names.flatMap((name) => /^\[([\w-]+)/.exec(name)?.[1] ?? []);
  const markup = new RegExp(
    `<([a-z][a-z0-9]*)| (${['class', ...new Set(attributes)].join('|')})="([^"]*)"|var\\((--[\\w-]+)`,
    'g',
  );
  const order = layers.length > 0 ? `@layer ${layers.join()};` : '';
  const pick = remember((list) => {
    const there = new Set(list.split('\n'));
    const picked = pickRules(rules, there);
    return order + write(picked, definitionsUsed(picked, there));
  }, REMEMBERED);
  return {
    namesIn: (html) => namesIn(onFirstScreen(html), markup, known),
    pick: (found) => pick([...new Set(found)].sort().join('\n')),
  };
}

/** From the first element with `data-below` on, main content is styled by the whole stylesheet only. */
function onFirstScreen(html: string): string {
  const start = html.indexOf(' data-below');
  if (start < 0) return html;
  return html.slice(0, html.indexOf('>', start) + 1) + html.slice(html.indexOf('</main>', start));
}

/** Where a text looks like markup, a rule more is harmless. */
function namesIn(html: string, markup: RegExp, known: ReadonlySet<string>): string[] {
  const found = new Set<string>();
  const classes = new Set<string>();
  for (const [, tag, attribute, value = '', property] of html.matchAll(markup)) {
    if (attribute === 'class') classes.add(value);
    else if (attribute) found.add(`[${attribute}`).add(`[${attribute}=${value}`);
    else found.add((tag ?? property)!);
  }
  for (const list of classes) for (const name of unescaped(list).split(' ')) found.add(`.${name}`);
  return [...found].filter((name) => known.has(name));
}

/** React escapes these in attributes. */
const ESCAPED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };

function unescaped(attribute: string): string {
  return attribute.replaceAll(/&(amp|lt|gt|quot|#x27);/g, (_all, name: string) => ESCAPED[name]!);
}

function pickRules(rules: readonly StyleRule[], names: ReadonlySet<string>): PickedRule[] {
  const isThere = (need: Need): boolean =>
    typeof need === 'string' ? names.has(need) : need.some((all) => all.every(isThere));
  return rules.flatMap(({ within, selectors, declarations }) => {
    const matching = selectors.filter(({ needs }) => needs.every(isThere));
    if (matching.length === 0 && selectors.length > 0) return [];
    return [{ within, selector: matching.map(({ text }) => text).join(), declarations }];
  });
}

/** The custom properties and animations that the page and the picked rules use, directly or through others. */
function definitionsUsed(picked: readonly PickedRule[], names: ReadonlySet<string>): Set<string> {
  const used = new Set(names);
  const definitions = new Map<string, StyleDeclaration[]>();
  for (const declaration of picked.flatMap(({ declarations }) => declarations)) {
    const { defines, uses = [] } = declaration;
    if (!defines) for (const name of uses) used.add(name);
    else if (!definitions.get(defines)?.push(declaration)) definitions.set(defines, [declaration]);
  }
  // Walking a set also visits what is added meanwhile.
  for (const name of used)
    for (const { uses = [] } of definitions.get(name) ?? []) for (const other of uses) used.add(other);
  return used;
}

function write(rules: readonly PickedRule[], used: ReadonlySet<string>): string {
  let css = '';
  let open: readonly string[] = [];
  for (const { within, selector, declarations } of rules) {
    const kept = declarations.filter(({ defines }) => !defines || used.has(defines));
    if (kept.length === 0) continue;
    const shared = sharedLength(open, within);
    css += '}'.repeat(open.length - shared);
    for (const atRule of within.slice(shared)) css += `${atRule}{`;
    open = within;
    const body = kept.map(({ text }) => text).join(';');
    css += selector ? `${selector}{${body}}` : body;
  }
  return css + '}'.repeat(open.length);
}

function sharedLength(one: readonly string[], other: readonly string[]): number {
  const end = one.findIndex((part, at) => part !== other[at]);
  return end < 0 ? one.length : end;
}
