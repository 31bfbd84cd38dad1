import { catalogue } from './catalogue/ht.ts';
import { shell } from './shell/ht.ts';

/** What home and the frame around every page use. */
export const messages = { catalogue, shell };
