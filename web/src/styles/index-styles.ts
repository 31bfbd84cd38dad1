import postcss, {
  type AtRule,
  type ChildNode,
  type Container,
  type Declaration,
  type Root,
  type Rule,
} from 'postcss';
import type { Need, StyleDeclaration, StyleIndex, StyleRule } from '#lib/used-styles.ts';
import { needsOf, splitSelectors } from './selector-needs.ts';

/** The stylesheet as a list from which the server picks what a page uses; made by the build. */
export function indexStyles(css: string): StyleIndex {
  const root = postcss.parse(css);
  const layers = new Set<string>();
  root.walkAtRules('layer', ({ params }) => {
    for (const name of params.split(',')) layers.add(name.trim());
  });
  const animations = new Set<string>();
  root.walkAtRules('keyframes', ({ params }) => void animations.add(params));
  resolveConstants(root);
  mixColors(root);
  const rules = rulesIn(root, [], animations);
  return { layers: [...layers], names: [...new Set(rules.flatMap(namesOf))], rules };
}

/** Tailwind reads many properties that no rule of ours ever sets: each is replaced by its initial value or fallback. */
function resolveConstants(root: Root): void {
  const constants = new Map<string, string>();
  root.walkAtRules('layer', (layer) => {
    if (layer.params === 'properties') layer.walkDecls(({ prop, value }) => void constants.set(prop, value));
  });
  root.walkDecls((declaration) => {
    if (!isInitialValue(declaration)) constants.delete(declaration.prop);
  });
  root.walkDecls((declaration) => {
    declaration.value = declaration.value.replaceAll(
      /var\((--[\w-]+)(?:,([^()]*))?\)/g,
      (whole, name, fallback) => {
        const value = constants.get(name);
        if (value === undefined) return whole;
        return value === 'initial' ? (fallback?.trim() ?? whole) : value;
      },
    );
  });
}

const COLOR_MIX = /^\(color:\s*color-mix\(/;

/** What browsers without `color-mix` show instead is in the whole stylesheet: a first paint without it is no loss. */
function mixColors(root: Root): void {
  root.walkAtRules('supports', (supports) => {
    if (!COLOR_MIX.test(supports.params)) return;
    const fallback = supports.prev();
    supports.each((rule) => {
      if (rule.type !== 'rule' || fallback?.type !== 'rule' || fallback.selector !== rule.selector) return;
      rule.walkDecls(({ prop }) => {
        fallback.walkDecls(prop, (declaration) => void declaration.remove());
      });
    });
    supports.replaceWith(supports.nodes ?? []);
  });
}

function isInitialValue({ parent }: Declaration): boolean {
  const around = parent?.parent?.parent;
  return around?.type === 'atrule' && (around as AtRule).params === 'properties';
}

function namesOf({ selectors, declarations }: StyleRule): string[] {
  return [
    ...selectors.flatMap(({ needs }) => flat(needs)),
    ...declarations.flatMap(({ defines }) => defines ?? []),
  ];
}

function flat(needs: readonly Need[]): string[] {
  return needs.flatMap((need) => (typeof need === 'string' ? need : flat(need.flat())));
}

function rulesIn(parent: Container, within: readonly string[], animations: ReadonlySet<string>): StyleRule[] {
  return (parent.nodes ?? []).flatMap((node) => {
    if (node.type === 'comment') return [];
    if (node.type === 'rule') return [styleRule(node, within, animations)];
    if (node.type === 'atrule') return atRule(node, within, animations);
    throw new Error(`not expected outside of a rule: ${node.toString()}`);
  });
}

function atRule(node: AtRule, within: readonly string[], animations: ReadonlySet<string>): StyleRule[] {
  const { name, params } = node;
  // A layer without rules only gives the order, which the index has.
  if (name === 'layer' && !node.nodes) return [];
  // Tailwind sets its properties twice, for browsers with @property and for others. The second works in both.
  if (name === 'property') return [];
  if (name === 'supports' && within.includes('@layer properties')) return rulesIn(node, within, animations);
  // Font files, paper and what is below the first screen are not for the first paint.
  if (name === 'media' && params === 'print') return [];
  if (name === 'layer' && params === 'whole-stylesheet') return [];
  if (name === 'font-face') return node.toString().includes('url(') ? [] : [wholeRule(node, within)];
  if (name === 'keyframes') return [wholeRule(node, within, params)];
  return rulesIn(node, [...within, `@${name} ${shortened(params)}`], animations);
}

function shortened(params: string): string {
  return params.replace(/^not all and \(width>=([\w.]+)\)$/, '(width<$1)');
}

/** A rule that is taken or left as it is; where it `defines` something, only if that is used. */
function wholeRule(node: AtRule, within: readonly string[], defines?: string): StyleRule {
  return { within, selectors: [], declarations: [{ text: node.toString(), ...(defines && { defines }) }] };
}

function styleRule(rule: Rule, within: readonly string[], animations: ReadonlySet<string>): StyleRule {
  const selectors = splitSelectors(rule.selector).map((text) => ({ text, needs: needsOf(text) }));
  const nodes = rule.nodes.filter((node) => node.type !== 'decl' || !LATER.test(node.prop));
  return { within, selectors, declarations: nodes.map((node) => declaration(node, animations)) };
}

/** Before the whole stylesheet is there nothing changes, is selected or pressed. */
const LATER =
  /^(?:transition|will-change$|(?:-webkit-)?user-select$|-webkit-(?:touch-callout|tap-highlight-color)$)/;

function declaration(node: ChildNode, animations: ReadonlySet<string>): StyleDeclaration {
  if (node.type !== 'decl') throw new Error(`nested rules are not indexed: ${node.toString()}`);
  const uses = usedIn(node, animations);
  return {
    text: withoutSpaces(node.toString()),
    ...(node.prop.startsWith('--') && { defines: node.prop }),
    ...(uses.length > 0 && { uses }),
  };
}

/** Not in texts. */
function withoutSpaces(declaration: string): string {
  return /["']/.test(declaration) ? declaration : declaration.replaceAll(', ', ',');
}

/** Custom properties and animations. */
function usedIn({ prop, value }: Declaration, animations: ReadonlySet<string>): string[] {
  const properties = Array.from(value.matchAll(/var\(\s*(--[\w-]+)/g), ([, name = '']) => name);
  if (!/^(?:--|animation)/.test(prop)) return properties;
  return [...properties, ...value.split(/[\s,]+/).filter((word) => animations.has(word))];
}
