import { catalogue } from './catalogue/en.ts';
import { shell } from './shell/en.ts';

/** What home and the frame around every page use. */
export const messages = { catalogue, shell };
