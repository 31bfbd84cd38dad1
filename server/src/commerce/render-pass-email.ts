import {
  buttonTo,
  commonMessages,
  heading,
  type Language,
  languageOf,
  type Message,
  page,
  paragraph,
} from '@lakou/platform/mail';

interface Texts {
  subject: string;
  /** `{time}` is a moment in Haiti. */
  text: string;
  open: string;
}

const texts: Record<Language, Texts> = {
  en: {
    subject: 'Your pass ends soon',
    text: 'Your Lakou pass ends on {time} (Haiti time). Nothing is charged by itself. A new pass begins when this one ends.',
    open: 'Extend the pass',
  },
  fr: {
    subject: 'Votre pass se termine bientôt',
    text: 'Votre pass Lakou se termine le {time} (heure d’Haïti). Rien n’est prélevé automatiquement. Un nouveau pass commence à la fin de celui-ci.',
    open: 'Prolonger le pass',
  },
  ht: {
    subject: 'Pas ou a prèt pou fini',
    text: 'Pas Lakou ou a ap fini {time} (lè Ayiti). Nou pa pran lajan poukont nou. Yon nouvo pas kòmanse lè sa a fini.',
    open: 'Pwolonje pas la',
  },
  es: {
    subject: 'Tu pase termina pronto',
    text: 'Tu pase de Lakou termina el {time} (hora de Haití). No se cobra nada automáticamente. Un pase nuevo empieza cuando este termina.',
    open: 'Prolongar el pase',
  },
};

/** That a pass ends, in the member's language. `url` is the address people use. */
export function renderPassEmail(
  ends: Date,
  metadata: Record<string, unknown> | null,
  url: string,
): Omit<Message, 'to' | 'id'> {
  const language = languageOf(metadata, undefined);
  const { subject, text, open } = texts[language];
  const { sign } = commonMessages(language);
  // Day, month and year by numbers: there is no Kreyòl calendar in Node.
  const time = ends
    .toLocaleString('fr-FR', { dateStyle: 'short', timeStyle: 'short', timeZone: 'America/Port-au-Prince' })
    .replace(',', '');
  const sentence = text.replace('{time}', time);
  const link = `${url}/subscribe`;
  return {
    subject,
    text: `${[sentence, link, sign].join('\n\n')}\n`,
    html: page(
      language,
      subject,
      [heading(subject), paragraph(sentence), buttonTo(link, open)].join('\n'),
      sign,
    ),
  };
}
