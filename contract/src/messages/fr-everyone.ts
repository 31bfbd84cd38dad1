import { fr as errors } from '../errors/fr.ts';
import { catalogue } from './catalogue/fr.ts';
import { commerce } from './commerce/fr.ts';
import { community } from './community/fr.ts';
import { messages as home } from './fr-home.ts';
import { identity } from './identity/fr.ts';
import { media } from './media/fr.ts';
import { playback } from './playback/fr.ts';
import { shellLater } from './shell-later/fr.ts';

/** Everything but the admin area. */
export const messages = {
  ...home,
  catalogue: { ...home.catalogue, ...catalogue },
  commerce,
  community,
  errors,
  identity,
  media,
  playback,
  shell: { ...home.shell, ...shellLater },
};
