import { anonKeyOfPage, readEarly } from '#lib/read-early.ts';
import { AVATAR_PIXELS, avatarAddress } from '#ui/avatar-address.ts';
import { EARLY_NAME, EARLY_PORTRAIT } from './early-places.ts';
import { ownProfileAddress } from './own-profile-request.ts';
import { profileDisplayName } from './profile-display-name.ts';

type Read = Parameters<typeof profileDisplayName>[0] & { avatar_url: string | null };

/** Runs in the document of `/profile`, before the app: see lib/inline-scripts.ts. */
const name = document.getElementById(EARLY_NAME);
const portrait = document.getElementById(EARLY_PORTRAIT);
globalThis.earlyRead = readEarly<Read>(anonKeyOfPage(), {
  address: ownProfileAddress,
  show([profile]) {
    if (name && profile) name.textContent = profileDisplayName(profile, '');
    if (profile?.avatar_url) portrait?.append(imageOf(profile.avatar_url));
  },
});

function imageOf(src: string): HTMLImageElement {
  const image = new Image(AVATAR_PIXELS.xl, AVATAR_PIXELS.xl);
  image.className = 'cover';
  image.alt = '';
  image.onerror = () => image.remove();
  image.src = avatarAddress(src, 'xl');
  return image;
}
