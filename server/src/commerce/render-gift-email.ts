import { redeemPath } from '@lakou/contract/codes';
import {
  buttonTo,
  commonMessages,
  heading,
  languageOf,
  type Message,
  page,
  paragraph,
  quote,
  small,
} from '@lakou/platform/mail';
import { giftEmailTexts } from './gift-email-texts.ts';

export interface MailedGift {
  name: string;
  from_name: string;
  greeting: string;
  language: string;
  code: string;
  pass: 'day' | 'week' | 'month' | 'year' | null;
  title: string;
}

/** In the recipient's language. `url` is the address people use. */
export function renderGiftEmail(gift: MailedGift, url: string): Omit<Message, 'to' | 'id'> {
  const language = languageOf({ language: gift.language }, undefined);
  const texts = giftEmailTexts[language];
  const { sign } = commonMessages(language);
  const values = { from: gift.from_name, name: gift.name, code: gift.code };
  const fill = (text: string) =>
    text.replace(/\{(from|name|code)\}/g, (_, key) => values[key as keyof typeof values]);
  const link = url + redeemPath(gift.code, language);
  const what = gift.pass ? texts[gift.pass] : gift.title;
  const subject = fill(texts.subject);
  const parts = [
    fill(texts.hello),
    ...(gift.greeting ? [`“${gift.greeting}”`] : []),
    what,
    link,
    fill(texts.code),
  ];
  return {
    subject,
    text: `${[...parts, texts.how, sign].join('\n\n')}\n`,
    html: page(
      language,
      subject,
      [
        heading(subject),
        paragraph(fill(texts.hello)),
        gift.greeting ? quote(gift.greeting) : '',
        paragraph(what),
        buttonTo(link, texts.open),
        paragraph(fill(texts.code)),
        small(texts.how),
      ].join('\n'),
      sign,
    ),
  };
}
