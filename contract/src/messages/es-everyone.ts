import { es as errors } from '../errors/es.ts';
import { catalogue } from './catalogue/es.ts';
import { commerce } from './commerce/es.ts';
import { community } from './community/es.ts';
import { messages as home } from './es-home.ts';
import { identity } from './identity/es.ts';
import { media } from './media/es.ts';
import { playback } from './playback/es.ts';
import { shellLater } from './shell-later/es.ts';

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
