import type { Messages } from '../translate.ts';
import { admin } from './admin/fr.ts';
import { messages as everyone } from './fr-everyone.ts';

export const messages: Messages = { ...everyone, admin };
