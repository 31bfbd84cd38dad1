import { anonKeyOfPage, readEarly } from '#lib/read-early.ts';
import { EARLY_NAME } from './early-name.ts';
import { ownProfileAddress } from './own-profile-request.ts';
import { profileDisplayName } from './profile-display-name.ts';

/** Runs in the document of `/profile`, before the app: see lib/inline-scripts.ts. */
const place = document.getElementById(EARLY_NAME);
globalThis.earlyRead = readEarly<Parameters<typeof profileDisplayName>[0]>(anonKeyOfPage(), {
  address: ownProfileAddress,
  show([profile]) {
    if (place && profile) place.textContent = profileDisplayName(profile, '');
  },
});
