import { expect, test } from '../../support/browser.ts';
import { newMember } from '../../support/new-member.ts';
import { expectPlaying, film, insertAsService } from '../../support/playing.ts';

const free = film(3);

test.use({ viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true });

test('on a phone a film opens in place, from its page and from the started ones, and Back leads there', async ({
  page,
  request,
  signIn,
}) => {
  const member = await newMember(request);
  await signIn(member);
  await page.goto(`/films/${free}`);
  await page.getByRole('link', { name: 'Watch Now' }).tap();
  await expectPlaying(page);
  await expect(page).toHaveURL(`/watch/movie/${free}`);
  await page.goBack();
  await expect(page).toHaveURL(`/films/${free}`);

  await insertAsService(request, 'watch_progress', {
    user_id: member.id,
    movie_id: film(7),
    position: 3,
    duration: 60,
  });
  await page.goto('/');
  const card = page.getByRole('link', { name: 'Continue Radyo Katye' });
  await card.scrollIntoViewIfNeeded();
  await card.tap();
  await expect(page).toHaveURL(/\/watch\/movie\//);
  await page.goBack();
  await expect(page).toHaveURL('/');
  expect(page.context().pages()).toHaveLength(1);
});
