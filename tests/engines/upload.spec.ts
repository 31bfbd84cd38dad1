import { heading } from '../support/engines/engine-page.ts';
import { demo, expect, test } from '../support/engines/journey.ts';
import { tinyFilms } from '../support/tiny-films.ts';

test('an admin uploads a film and sees it become ready', async ({ person, request, signIn }) => {
  using films = tinyFilms();
  await signIn(demo('admin'));
  const session = await person.evaluate(() => localStorage.getItem('lakou-session') ?? '{}');
  const { access_token } = JSON.parse(session) as { access_token: string };
  const made = await request.post('/rest/v1/movies', {
    headers: { authorization: `Bearer ${access_token}`, prefer: 'return=representation' },
    data: { title: `Chita gade nan ${person.engine}` },
  });
  expect(made.status()).toBe(201);
  const [movie] = (await made.json()) as { id: string }[];
  await person.open(`/admin/movies/${movie?.id}`);
  await person.sees(heading('Edit Movie'));
  await person.seesText('No video yet');
  await person.sees({ css: 'button:enabled', name: 'Upload a video' });
  const film = films.make({ seconds: 2, size: '320x180' });
  await person.chooseFiles('input[type=file][aria-label="Upload a video"]', film);
  await person.seesText('Ready to watch');
});
