import { admin } from './admin/en.ts';
import { messages as everyone } from './en-everyone.ts';

export const messages = { ...everyone, admin };
