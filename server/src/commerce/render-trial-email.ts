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

export interface Trial {
  trial_ends_at: Date | string;
  plan: string;
  amount_minor: number;
}

interface Texts {
  subject: string;
  /** `{time}` is a moment in Haiti, `{price}` what is charged then. */
  monthly: string;
  yearly: string;
  cancel: string;
  open: string;
}

const texts: Record<Language, Texts> = {
  en: {
    subject: 'Your free trial ends soon',
    monthly:
      'Your free days at Lakou end on {time} (Haiti time). Then your card is charged {price}, and again every month.',
    yearly:
      'Your free days at Lakou end on {time} (Haiti time). Then your card is charged {price}, and again every year.',
    cancel: 'If you do not want that, cancel before: it takes two clicks and costs nothing.',
    open: 'See the subscription',
  },
  fr: {
    subject: 'Votre essai gratuit se termine bientôt',
    monthly:
      'Vos jours gratuits sur Lakou se terminent le {time} (heure d’Haïti). Votre carte est alors débitée de {price}, puis chaque mois.',
    yearly:
      'Vos jours gratuits sur Lakou se terminent le {time} (heure d’Haïti). Votre carte est alors débitée de {price}, puis chaque année.',
    cancel: 'Si vous ne le souhaitez pas, annulez avant : cela prend deux clics et ne coûte rien.',
    open: 'Voir l’abonnement',
  },
  ht: {
    subject: 'Esè gratis ou a prèt pou fini',
    monthly:
      'Jou gratis ou yo sou Lakou ap fini {time} (lè Ayiti). Lè sa a n ap pran {price} sou kat ou, epi chak mwa apre sa.',
    yearly:
      'Jou gratis ou yo sou Lakou ap fini {time} (lè Ayiti). Lè sa a n ap pran {price} sou kat ou, epi chak ane apre sa.',
    cancel: 'Si ou pa vle sa, anile anvan: se de klik, epi li pa koute anyen.',
    open: 'Gade abònman an',
  },
  es: {
    subject: 'Tu prueba gratis termina pronto',
    monthly:
      'Tus días gratis en Lakou terminan el {time} (hora de Haití). Entonces se cobran {price} a tu tarjeta, y de nuevo cada mes.',
    yearly:
      'Tus días gratis en Lakou terminan el {time} (hora de Haití). Entonces se cobran {price} a tu tarjeta, y de nuevo cada año.',
    cancel: 'Si no lo quieres, cancela antes: son dos clics y no cuesta nada.',
    open: 'Ver la suscripción',
  },
};

/** When a trial ends, what is charged then and how to cancel, in the member's language. */
export function renderTrialEmail(
  { trial_ends_at, plan, amount_minor }: Trial,
  metadata: Record<string, unknown> | null,
  url: string,
): Omit<Message, 'to' | 'id'> {
  const language = languageOf(metadata, undefined);
  const { subject, cancel, open, ...byPlan } = texts[language];
  const { sign } = commonMessages(language);
  // Day, month and year by numbers: there is no Kreyòl calendar in Node.
  const time = new Date(trial_ends_at)
    .toLocaleString('fr-FR', { dateStyle: 'short', timeStyle: 'short', timeZone: 'America/Port-au-Prince' })
    .replace(',', '');
  const sentence = byPlan[plan === 'yearly' ? 'yearly' : 'monthly']
    .replace('{time}', time)
    .replace('{price}', () => `$${(amount_minor / 100).toFixed(2)}`);
  const link = `${url}/purchases`;
  return {
    subject,
    text: `${[sentence, cancel, link, sign].join('\n\n')}\n`,
    html: page(
      language,
      subject,
      [heading(subject), paragraph(sentence), paragraph(cancel), buttonTo(link, open)].join('\n'),
      sign,
    ),
  };
}
