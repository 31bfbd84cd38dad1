import type { Words } from '../words.ts';
import { account } from './account/fr.ts';
import { admin } from './admin/fr.ts';
import { catalogue } from './catalogue/fr.ts';
import { commerce } from './commerce/fr.ts';
import { fr as errors } from './errors/fr.ts';
import { forum } from './forum/fr.ts';
import { identity } from './identity/fr.ts';
import { playback } from './playback/fr.ts';
import { profile } from './profile/fr.ts';
import { shell } from './shell/fr.ts';
import { standing } from './standing/fr.ts';
import { ui } from './ui/fr.ts';
import { videos } from './videos/fr.ts';

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
