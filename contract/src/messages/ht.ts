import type { Messages } from '../translate.ts';
import { admin } from './admin/ht.ts';
import { messages as everyone } from './ht-everyone.ts';

export const messages: Messages = { ...everyone, admin };
