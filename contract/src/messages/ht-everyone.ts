import { ht as errors } from '../errors/ht.ts';
import { catalogue } from './catalogue/ht.ts';
import { commerce } from './commerce/ht.ts';
import { community } from './community/ht.ts';
import { messages as home } from './ht-home.ts';
import { identity } from './identity/ht.ts';
import { media } from './media/ht.ts';
import { playback } from './playback/ht.ts';
import { shellLater } from './shell-later/ht.ts';

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
