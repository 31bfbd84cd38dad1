import { commonMessages, emailMessages } from './email-messages.ts';
import { bigCode, buttonTo, heading as headline, page, paragraph, small } from './email-parts.ts';
import { escapeHtml } from './escape-html.ts';
import type { Language } from './languages.ts';
import type { EmailKind } from './messages/email-texts.ts';

export interface EmailParts {
  link?: string;
  code?: string;
  /** The account's new address. */
  newAddress?: string;
}

/** An email as text and as HTML. */
export function renderEmail(
  kind: EmailKind,
  language: Language,
  { link, code, newAddress = '' }: EmailParts,
): { subject: string; text: string; html: string } {
  const { subject, heading, button, ending, ...rest } = emailMessages(language)[kind];
  const around = commonMessages(language);
  const body = rest.body.replace('{address}', newAddress);
  const expires = link && code ? around.hour : undefined;
  const codeIntroduction = link ? around.code : undefined;
  const text = [
    heading,
    body,
    link,
    code && [codeIntroduction, code].filter(Boolean).join(' '),
    expires,
    ending,
    around.sign,
  ];
  const html = [
    headline(heading),
    paragraph(body),
    link && button ? buttonTo(link, button) : '',
    code && codeIntroduction ? paragraph(codeIntroduction) : '',
    code ? bigCode(code) : '',
    link
      ? small(
          `${around.orLink}<br><a href="${escapeHtml(link)}" style="color:#1d2f8a;word-break:break-all">${escapeHtml(link)}</a>`,
          true,
        )
      : '',
    expires ? small(expires) : '',
    small(ending),
  ];
  return {
    subject,
    text: `${text.filter(Boolean).join('\n\n')}\n`,
    html: page(language, subject, html.join('\n'), around.sign),
  };
}

export function renderSms(language: Language, code: string): string {
  return commonMessages(language).sms.replace('{code}', code);
}
