import type { Translation } from '../../words.ts';
import type { admin as english } from './en.ts';

export const admin: Translation<typeof english> = {
  grant_access: 'Bay aksè administratè',
  setup: 'Mete aksè administratè',
  setup_text: 'Premye moun ki peze bouton sa a ap dirije kay la. Apre sa, li rete fèmen.',
  setting_up: 'N ap mete l...',
  login_first: 'Konekte anvan',
  user_check_failed: 'Nou pa t ka verifye kont ou',
  setup_failed: 'Nou pa t ka mete aksè administratè a',
  already_admin: 'Ou administratè deja',
  granted: 'Ou gen aksè administratè kounye a!',
};
