import { catalogueHome } from './catalogue-home/es.ts';
import { shell } from './shell/es.ts';

/** What home and the frame around every page use. */
export const messages = { catalogue: catalogueHome, shell };
