import type { Translation } from '../../translate.ts';
import type { shellLater as english } from './en.ts';

export const shellLater: Translation<typeof english> = {
  // television
  television_layout: 'Présentation pour téléviseur',
  television_layout_text: 'De grands caractères, et tout avec les flèches d’une télécommande.',
  leave_television: 'Quitter la présentation pour téléviseur',
  // guards
  login_required: 'Connectez-vous pour voir cette page',
  no_permission: 'Vous n’avez pas le droit d’accéder à cette page',
  check_failed: 'Nous n’avons pas pu vérifier votre accès',
  admin_check_failed: 'La vérification des droits d’administration a échoué',
  // parts of pages
  login_to_view_profile: 'Connectez-vous pour voir votre profil',
  clear_search: 'Effacer la recherche',
  show_password: 'Afficher le mot de passe',
  hide_password: 'Masquer le mot de passe',
  star_count: { one: '{count} étoile', other: '{count} étoiles' },
  breadcrumb: 'Vous êtes ici',
  pages: 'Pages',
  previous: 'Précédent',
  next: 'Suivant',
  page_number: 'Page {page}',
  // legal pages
  document_version: 'Version {version}',
  document_effective: 'En vigueur depuis le {date}',
  document_contents: 'Sur cette page',
  document_read_also: 'À lire aussi',
  // FAQ
  faq_find_question: 'Chercher dans les questions',
  faq_questions_found: { one: '{count} réponse trouvée', other: '{count} réponses trouvées' },
  faq_no_questions: 'Aucune réponse pour «\u00a0{text}\u00a0»',
  faq_no_questions_text: 'Essayez un autre mot, ou posez-nous la question.',
  faq_still_asking: 'Votre question n’est pas ici\u00a0?',
  faq_still_asking_text: 'Écrivez-nous, et nous chercherons la réponse avec vous.',
  faq_write_to_us: 'Nous écrire',
  // welcome
  welcome: 'Bienvenue sur Lakou',
  welcome_step: 'Étape {step} sur {total}',
  welcome_language: 'Dans quelle langue préférez-vous lire ?',
  welcome_taste: 'Que voulez-vous voir en premier ?',
  welcome_data: 'Combien de données un film peut-il utiliser ?',
  welcome_save: 'Économiser les données',
  welcome_save_text: 'Une image plus petite, beaucoup moins de mégaoctets.',
  welcome_best: 'Meilleure image',
  welcome_best_text: 'Aussi nette que votre connexion le permet.',
  welcome_skip: 'Passer',
  welcome_close: 'Fermer la bienvenue',
  // without JavaScript
  needs_script: 'Cette partie a besoin de JavaScript',
  needs_script_text:
    'Le paiement, la lecture et vos propres listes ont besoin de votre navigateur. Sans JavaScript, vous pouvez vous connecter, parcourir le catalogue, chercher, lire le forum et notre aide, et nous écrire.',
};
