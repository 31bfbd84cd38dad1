import type { Translation } from '../../words.ts';
import type { standing as english } from './en.ts';

export const standing: Translation<typeof english> = {
  // terms and privacy
  version: 'Version {version}',
  effective: 'En vigueur depuis le {date}',
  contents: 'Sur cette page',
  read_also: 'À lire aussi',
  // questions
  find_question: 'Chercher dans les questions',
  questions_found: { one: '{count} réponse trouvée', other: '{count} réponses trouvées' },
  no_questions: 'Aucune réponse pour «\u00a0{text}\u00a0»',
  no_questions_text: 'Essayez un autre mot, ou posez-nous la question.',
  still_asking: 'Votre question n’est pas ici\u00a0?',
  still_asking_text: 'Écrivez-nous, et nous chercherons la réponse avec vous.',
  write_to_us: 'Nous écrire',
  // contact
  contact_text:
    'Une question, une idée, un film que vous avez tourné\u00a0: parlez-nous-en. Votre message nous arrive directement.',
  by_post: 'Par courrier',
  by_email: 'Par e-mail',
  at_once: 'Une réponse tout de suite',
  at_once_text: 'Beaucoup de questions ont déjà leur réponse dans nos [questions fréquentes](/faq).',
  name: 'Nom',
  email: 'E-mail',
  subject: 'Sujet',
  message: 'Message',
  send: 'Envoyer le message',
  sent: 'Message envoyé\u00a0! Nous vous répondrons bientôt.',
  not_sent: 'Votre message n’a pas pu être envoyé. Veuillez réessayer.',
  nothing_lost: 'Votre texte est toujours là. Vous pouvez aussi écrire à {email}.',
};
