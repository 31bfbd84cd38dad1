import type { Messages } from '../translate.ts';
import { admin } from './admin/es.ts';
import { messages as everyone } from './es-everyone.ts';

export const messages: Messages = { ...everyone, admin };
