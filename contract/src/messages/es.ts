import { es as errors } from '../errors/es.ts';
import type { Messages } from '../translate.ts';
import { admin } from './admin/es.ts';
import { catalogue } from './catalogue/es.ts';
import { commerce } from './commerce/es.ts';
import { community } from './community/es.ts';
import { identity } from './identity/es.ts';
import { media } from './media/es.ts';
import { playback } from './playback/es.ts';
import { shell } from './shell/es.ts';

export const messages: Messages = {
  errors,
  admin,
  catalogue,
  commerce,
  community,
  identity,
  media,
  playback,
  shell,
};
