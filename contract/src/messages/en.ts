import { account } from './account/en.ts';
import { admin } from './admin/en.ts';
import { catalogue } from './catalogue/en.ts';
import { commerce } from './commerce/en.ts';
import { en as errors } from './errors/en.ts';
import { identity } from './identity/en.ts';
import { profile } from './profile/en.ts';
import { shell } from './shell/en.ts';
import { standing } from './standing/en.ts';
import { ui } from './ui/en.ts';

export const words = { errors, account, admin, catalogue, commerce, identity, profile, shell, standing, ui };
