import type { Language } from './languages.ts';
import type { EmailKind, EmailMessage, EmailTexts } from './messages/email-texts.ts';
import { en } from './messages/en.ts';
import { es } from './messages/es.ts';
import { fr } from './messages/fr.ts';
import { ht } from './messages/ht.ts';

const texts: Record<Language, EmailTexts> = { ht, fr, en, es };

export function commonMessages(language: Language): EmailTexts['common'] {
  return texts[language].common;
}

export function emailMessages(language: Language): Record<EmailKind, EmailMessage> {
  const { emails, changes, afterChange } = texts[language];
  const reports = Object.entries(changes).map(([change, [subject, body]]) => [
    change,
    { subject, heading: subject, body, ...afterChange },
  ]);
  return { ...emails, ...Object.fromEntries(reports) };
}
