import { expect, test } from 'vitest';
import { formatMarkdown, type MarkdownFormat } from './format-markdown.ts';

test.each<[MarkdownFormat, string, string]>([
  ['bold', 'yon [mo] la', 'yon **[mo]** la'],
  ['italic', '[]', '*[]*'],
  ['hide_spoiler', '[the end]', '||[the end]||'],
  ['quote', 'a\nb[c\nd]e', 'a\n> bc\n> d[]e'],
  ['list', '[]', '- []'],
  ['link', 'see [this]', 'see [this](https://[])'],
  ['link', '[https://a.b]', '[[]](https://a.b)'],
])('%s: %o becomes %o', (format, before, after) => {
  const from = before.indexOf('[');
  const to = before.lastIndexOf(']') - 1;
  const {
    text,
    from: start,
    to: end,
  } = formatMarkdown(format, before.replace('[', '').replace(/\]([^\]]*)$/, '$1'), from, to);
  expect(`${text.slice(0, start)}[${text.slice(start, end)}]${text.slice(end)}`).toBe(after);
});
