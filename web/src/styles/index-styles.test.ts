import { expect, test } from 'vitest';
import { createStylePicker } from '#lib/used-styles.ts';
import { indexStyles } from './index-styles.ts';
import { needsOf, splitSelectors } from './selector-needs.ts';

const pickerOf = (css: string) => {
  const { namesIn, pick } = createStylePicker(indexStyles(css));
  return (html: string): string => pick(namesIn(html));
};
const pick = (css: string, html: string): string => pickerOf(css)(html);

test.each([
  ['.sm\\:w-44', ['.sm:w-44']],
  ['.\\[\\&_code\\]\\:px-1 code', ['.[&_code]:px-1', 'code']],
  ['a:not(.b)>c+d~#e', ['a', 'c', 'd', '#e']],
  ['[data-theme=light] p', ['[data-theme=light', 'p']],
  ['[role$="dialog"]', ['[role']],
  [':where(.a,.b>i)::before', [[['.a'], ['.b', 'i']]]],
  ['.w-1\\.5', ['.w-1.5']],
  ['.a:has(>.b,c)', ['.a', [['.b'], ['c']]]],
  ['.a:disabled', ['.a', '[disabled']],
])('what %s needs', (selector, needs) => {
  expect(needsOf(selector)).toEqual(needs);
});

test('a list of selectors is split outside of brackets only', () => {
  expect(splitSelectors('a:is(b,c),.d\\,e,[f="g,h"]')).toEqual(['a:is(b,c)', '.d\\,e', '[f="g,h"]']);
});

test('a page gets the rules that match something in it, in their order', () => {
  const css =
    '.b{color:red}.a{color:blue}.c{color:green}@media (width>=40rem){.a{margin:0}.d{margin:0}}p,q{top:0}';
  expect(pick(css, '<p class="a b">text</p>')).toBe(
    '.b{color:red}.a{color:blue}@media (width>=40rem){.a{margin:0}}p{top:0}',
  );
});

test('the order of the layers is that of the whole stylesheet', () => {
  const css = '@layer one{.x{top:0}}@layer two{.a{top:1px}}@layer three;';
  expect(pick(css, '<i class="a">')).toBe('@layer one,two,three;@layer two{.a{top:1px}}');
});

test('custom properties and animations are there where something uses them, also through others', () => {
  const css =
    ':root{--a:var(--b);--b:1px;--c:2px;--d:3px}@keyframes spin{to{rotate:1turn}}@keyframes fade{to{opacity:0}}.x{top:var(--a);animation:1s spin}';
  expect(pick(css, '<html><i class="x">')).toBe(
    ':root{--a:var(--b);--b:1px}@keyframes spin{to{rotate:1turn}}.x{top:var(--a);animation:1s spin}',
  );
  expect(pick(css, '<html><svg><path fill="var(--d)">')).toBe(':root{--d:3px}');
});

test('a property that no rule sets is replaced by its initial value or fallback', () => {
  const css =
    '@layer properties{@supports (top:0){*{--tw-a:0;--tw-b:initial;--tw-c:0}}}@property --tw-a{syntax:"*";inherits:false;initial-value:0}.x{--tw-c:1;margin:var(--tw-a) var(--tw-b, ) var(--tw-c)}';
  expect(pick(css, '<i class="x">')).toBe(
    '@layer properties;@layer properties{*{--tw-c:0}}.x{--tw-c:1;margin:0  var(--tw-c)}',
  );
});

test('what is below the first screen of the main content is left to the whole stylesheet', () => {
  const css =
    '@layer base{[data-below]{top:0}}@layer whole-stylesheet{[data-below]{top:1px}}.a{top:2px}.b{top:3px}.c{top:4px}';
  const html =
    '<main><p class="a"><div class="c" data-below="true"><p class="b"></div></main><footer class="a">';
  expect(pick(css, html)).toBe(
    '@layer base,whole-stylesheet;@layer base{[data-below]{top:0}}.a{top:2px}.c{top:4px}',
  );
});

test('font files, paper, pointers and the focus are left to the whole stylesheet', () => {
  const css =
    '@font-face{font-family:A;src:url(a.woff2)}@font-face{font-family:B;src:local(Arial)}@media print{a{top:0}}a:hover{top:0}a:focus-visible{top:0}a:has(b:focus){top:0}';
  expect(pick(css, '<a><b>')).toBe('@font-face{font-family:B;src:local(Arial)}');
});

test('what only shows when something changes is left to the whole stylesheet', () => {
  const css = '.a{transition:1s;transition-property:color;top:0}.b{transition-duration:1s}p:disabled{top:0}';
  expect(pick(css, '<p class="a b">')).toBe('.a{top:0}');
  expect(pick(css, '<p disabled="">')).toBe('p:disabled{top:0}');
});

test('mixed colours are written once, and screens in the shorter way', () => {
  const css =
    '.a{color:red;top:0}@supports (color:color-mix(in lab, red, red)){.a{color:color-mix(in oklab, red 50%, blue)}}@media not all and (width>=40rem){.a{margin:0}}';
  expect(pick(css, '<i class="a">')).toBe(
    '.a{top:0}.a{color:color-mix(in oklab,red 50%,blue)}@media (width<40rem){.a{margin:0}}',
  );
});

test('a class with escaped characters is found', () => {
  expect(pick('.\\[\\&_code\\]\\:p-0{top:0}', '<i class="[&amp;_code]:p-0">')).toContain('top:0');
});

test('texts that look like markup add no names that the stylesheet does not have', () => {
  const picker = pickerOf('.a{top:0}');
  expect(picker('<i class="a" title="x"> class="b"')).toBe('.a{top:0}');
});

test('a nested rule fails the build instead of being lost', () => {
  expect(() => indexStyles('.a{& b{top:0}}')).toThrow('nested rules are not indexed');
});
