import { button, field, heading, link } from '../support/engines/engine-page.ts';
import { newPerson, test } from '../support/engines/journey.ts';

test('a visitor browses the catalogue, and finds a film without its accents', { tag: '@short' }, async ({
  person,
}) => {
  await person.open('/');
  await person.click(link(/^Categories$/));
  await person.sees(heading(/^Categories$/));
  await person.click({ css: 'main a[href^="/categories/"]' });
  await person.waitForPath(/^\/categories\/./);
  await person.sees({ css: 'main a[href^="/titles/"], main a[href^="/films/"], main a[href^="/series/"]' });

  await person.click(button(/^Search/));
  await person.fill(field('Search for films and series'), 'leta');
  await person.sees({ css: '[role=option][aria-selected=true]', name: 'Létà' });
  await person.press('Enter');
  await person.sees(heading(/^Létà$/));
});

test('a member signs in, and out again', async ({ person, request }) => {
  const { email, password } = await newPerson(request);
  await person.open('/login');
  await person.fill(field(/^Email/), email);
  await person.fill(field(/^Password/), password);
  await person.press('Enter');
  await person.click(button('Sign Out'));
  await person.sees(link(/^Sign In$/));
});
