import { ht as errors } from '../errors/ht.ts';
import type { Messages } from '../translate.ts';
import { admin } from './admin/ht.ts';
import { catalogue } from './catalogue/ht.ts';
import { commerce } from './commerce/ht.ts';
import { community } from './community/ht.ts';
import { identity } from './identity/ht.ts';
import { media } from './media/ht.ts';
import { playback } from './playback/ht.ts';
import { shell } from './shell/ht.ts';

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
