import type { Translation } from '../../words.ts';
import type { admin as english } from './en.ts';

export const admin: Translation<typeof english> = {
  grant_access: 'Donner l’accès administrateur',
  setup: 'Activer l’accès administrateur',
  setup_text: 'La première personne qui appuie sur ce bouton dirige la maison. Ensuite, il reste fermé.',
  setting_up: 'Activation...',
  login_first: 'Connectez-vous d’abord',
  user_check_failed: 'La vérification du compte a échoué',
  setup_failed: 'L’accès administrateur n’a pas pu être activé',
  already_admin: 'Vous êtes déjà administrateur',
  granted: 'Accès administrateur accordé !',
};
