import { fr as errors } from '../errors/fr.ts';
import type { Messages } from '../translate.ts';
import { admin } from './admin/fr.ts';
import { catalogue } from './catalogue/fr.ts';
import { commerce } from './commerce/fr.ts';
import { community } from './community/fr.ts';
import { identity } from './identity/fr.ts';
import { media } from './media/fr.ts';
import { playback } from './playback/fr.ts';
import { shell } from './shell/fr.ts';

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
