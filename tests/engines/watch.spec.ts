import { button, type EnginePage } from '../support/engines/engine-page.ts';
import { expect, newPerson, test } from '../support/engines/journey.ts';
import { film } from '../support/playing.ts';

const timeOf = (person: EnginePage) =>
  person.evaluate(() => document.querySelector('video')?.currentTime ?? 0);

/** Two pictures of the film were shown, one after the other. On a busy machine Firefox can name a later one in between. */
async function seesFilmPlay(person: EnginePage): Promise<void> {
  await person.until(() => {
    const video = document.querySelector<HTMLVideoElement>('[data-player] video');
    return video && !video.paused && video.readyState > 2 && video.currentTime > 0;
  }, 'plays the film');
  await person.evaluate(async () => {
    const video = document.querySelector('video') as HTMLVideoElement;
    const next = () =>
      new Promise<number>((resolve) =>
        video.requestVideoFrameCallback((_now, { mediaTime }) => resolve(mediaTime)),
      );
    const first = await next();
    while ((await next()) <= first);
  });
}

test('a visitor plays a free film with captions and seeks in it', { tag: '@short' }, async ({ person }) => {
  await person.open(`/watch/movie/${film(3)}`);
  await seesFilmPlay(person);
  // Nobody has tapped yet, so every engine plays without sound and says so.
  await person.click(button('Tap for sound'));
  expect(await person.evaluate(() => document.querySelector('video')?.muted)).toBe(false);
  await person.press('k', '0');
  await expect.poll(() => timeOf(person)).toBe(0);
  await person.press('c', 'ArrowRight');
  await expect.poll(() => timeOf(person)).toBe(5);
  await person.until(() => document.querySelector('[data-captions] p')?.textContent, 'shows a caption');
  await person.press('k');
  await seesFilmPlay(person);
});

test('a member resumes a film where they left it', { tag: '@short' }, async ({ person, request, signIn }) => {
  await signIn(await newPerson(request));
  await person.open(`/watch/movie/${film(3)}`);
  await seesFilmPlay(person);
  await person.press('k', '5');
  await expect.poll(() => timeOf(person)).toBeGreaterThan(4);
  await person.open('/faq');
  await person.open(`/watch/movie/${film(3)}`);
  await person.seesText('Resumed at 0:0');
  await seesFilmPlay(person);
  expect(await timeOf(person)).toBeGreaterThan(4);
});
