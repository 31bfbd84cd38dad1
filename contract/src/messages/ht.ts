import type { Words } from '../words.ts';
import { account } from './account/ht.ts';
import { admin } from './admin/ht.ts';
import { catalogue } from './catalogue/ht.ts';
import { commerce } from './commerce/ht.ts';
import { ht as errors } from './errors/ht.ts';
import { forum } from './forum/ht.ts';
import { identity } from './identity/ht.ts';
import { playback } from './playback/ht.ts';
import { profile } from './profile/ht.ts';
import { shell } from './shell/ht.ts';
import { standing } from './standing/ht.ts';
import { ui } from './ui/ht.ts';
import { videos } from './videos/ht.ts';

export const words: Words = {
  errors,
  account,
  admin,
  catalogue,
  commerce,
  forum,
  identity,
  playback,
  profile,
  shell,
  standing,
  ui,
  videos,
};
