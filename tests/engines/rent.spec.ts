import { button, heading } from '../support/engines/engine-page.ts';
import { expect, newPerson, test } from '../support/engines/journey.ts';
import { film } from '../support/playing.ts';

test('a member rents a film with the sandbox’s money, and watches it', async ({
  person,
  request,
  signIn,
}) => {
  await signIn(await newPerson(request));
  await person.open(`/films/${film(2)}`);
  // Until the member is known, the page is a visitor's.
  await person.sees(button('Notifications'));
  // The buttons are made again when the member's rights arrive, which can swallow a click.
  await expect
    .poll(
      async () => {
        if ((await person.path()).startsWith('/films/')) await person.click(button(/^Rent for/));
        return person.path();
      },
      { timeout: 100_000, intervals: [5000] },
    )
    .toBe('/payment');
  await person.sees(heading('Complete Your Payment'));
  await person.click(button(/^Pay \$/));
  await person.waitForPath(/^\/sandbox-pay\//);
  await person.click(button(/^Pay/));
  await person.sees(heading('Payment Successful!'));
  await person.open(`/watch/movie/${film(2)}`);
  await person.until(() => (document.querySelector('video')?.currentTime ?? 0) > 0, 'plays the rented film');
});
