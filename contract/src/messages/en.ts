import { account } from './account/en.ts';
import { admin } from './admin/en.ts';
import { catalogue } from './catalogue/en.ts';
import { commerce } from './commerce/en.ts';
import { en as errors } from './errors/en.ts';
import { forum } from './forum/en.ts';
import { identity } from './identity/en.ts';
import { playback } from './playback/en.ts';
import { profile } from './profile/en.ts';
import { shell } from './shell/en.ts';
import { standing } from './standing/en.ts';
import { ui } from './ui/en.ts';
import { videos } from './videos/en.ts';

export const words = {
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
