import { Suspense } from 'react';
import { prerender } from 'react-dom/static.edge';
import { expect, test } from 'vitest';
import { lazyDecoration } from './lazy-decoration.ts';

async function render(element: React.ReactElement): Promise<string> {
  const { prelude } = await prerender(<Suspense>{element}</Suspense>);
  return new Response(prelude).text();
}

test('a drawing is rendered once it is loaded', async () => {
  const Drawing = lazyDecoration<{ name: string }>(async () => ({ name }) => <i>{name}</i>);
  expect(await render(<Drawing name="rooster" />)).toContain('<i>rooster</i>');
});

test('a drawing that cannot be loaded leaves the page as it is', async () => {
  const offline = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
  const Missing = lazyDecoration(offline);
  const Replaced = lazyDecoration<{ name: string }>(offline, ({ name }) => <b>{name}</b>);
  expect(
    await render(
      <p>
        before <Missing /> after
      </p>,
    ),
  ).toContain('after');
  expect(await render(<Replaced name="rooster" />)).toContain('<b>rooster</b>');
});
