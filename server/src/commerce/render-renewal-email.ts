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
  text: string;
  open: string;
}

const texts: Record<'failed' | 'ended', Record<Language, Texts>> = {
  failed: {
    en: {
      subject: 'Your payment did not go through',
      text: 'We could not charge your Lakou subscription. Please check your card. We try again over the next days; when it works, you can watch again at once.',
      open: 'Check the card',
    },
    fr: {
      subject: 'Votre paiement n’a pas abouti',
      text: 'Nous n’avons pas pu prélever votre abonnement Lakou. Veuillez vérifier votre carte. Nous réessayons ces prochains jours ; dès que cela fonctionne, vous pouvez de nouveau regarder.',
      open: 'Vérifier la carte',
    },
    ht: {
      subject: 'Peman ou a pa pase',
      text: 'Nou pa t ka pran lajan pou abònman Lakou ou a. Tanpri verifye kat ou. N ap eseye ankò nan jou k ap vini yo; depi li pase, ou ka gade ankò touswit.',
      open: 'Verifye kat la',
    },
    es: {
      subject: 'Su pago no se realizó',
      text: 'No pudimos cobrar su suscripción a Lakou. Revise su tarjeta. Lo intentaremos de nuevo en los próximos días; en cuanto funcione, podrá volver a ver películas.',
      open: 'Revisar la tarjeta',
    },
  },
  ended: {
    en: {
      subject: 'Your subscription has ended',
      text: 'The payment did not go through, so your Lakou subscription has ended. Nothing more is charged. What you bought stays yours, and you can come back at any time.',
      open: 'Subscribe again',
    },
    fr: {
      subject: 'Votre abonnement a pris fin',
      text: 'Le paiement n’a pas abouti : votre abonnement Lakou a pris fin. Rien d’autre n’est prélevé. Ce que vous avez acheté reste à vous, et vous pouvez revenir quand vous voulez.',
      open: 'S’abonner de nouveau',
    },
    ht: {
      subject: 'Abònman ou a fini',
      text: 'Peman an pa pase, kidonk abònman Lakou ou a fini. Nou p ap pran lòt lajan. Sa ou te achte a rete pou ou, epi ou ka tounen nenpòt lè.',
      open: 'Abòne ankò',
    },
    es: {
      subject: 'Su suscripción ha terminado',
      text: 'El pago no se realizó, así que su suscripción a Lakou ha terminado. No se cobrará nada más. Lo que compró sigue siendo suyo, y puede volver cuando quiera.',
      open: 'Suscribirse de nuevo',
    },
  },
};

/** In the member's language; the one action leads to /subscribe, which has the card's page while the charge is tried again. */
export function renderRenewalEmail(
  what: keyof typeof texts,
  metadata: Record<string, unknown> | null,
  url: string,
): Omit<Message, 'to' | 'id'> {
  const language = languageOf(metadata, undefined);
  const { subject, text, open } = texts[what][language];
  const { sign } = commonMessages(language);
  const link = `${url}/subscribe`;
  return {
    subject,
    text: `${[text, link, sign].join('\n\n')}\n`,
    html: page(language, subject, [heading(subject), paragraph(text), buttonTo(link, open)].join('\n'), sign),
  };
}
