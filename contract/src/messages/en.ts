import { en as errors } from '../errors/en.ts';
import { admin } from './admin/en.ts';
import { catalogue } from './catalogue/en.ts';
import { commerce } from './commerce/en.ts';
import { community } from './community/en.ts';
import { identity } from './identity/en.ts';
import { media } from './media/en.ts';
import { playback } from './playback/en.ts';
import { shell } from './shell/en.ts';

export const messages = {
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
