import { en as errors } from '../errors/en.ts';
import { catalogue } from './catalogue/en.ts';
import { commerce } from './commerce/en.ts';
import { community } from './community/en.ts';
import { messages as home } from './en-home.ts';
import { identity } from './identity/en.ts';
import { media } from './media/en.ts';
import { playback } from './playback/en.ts';
import { shellLater } from './shell-later/en.ts';

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
