import { escapeHtml } from './escape-html.ts';
import type { Language } from './languages.ts';

/** Building blocks of HTML emails: tables and inline styles, because mail programs support nothing else. */
export function page(language: Language, subject: string, body: string, sign: string): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:0;background:#f7f2e8;color:#0c0e1a;font-family:Figtree,'Segoe UI',Helvetica,Arial,sans-serif">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f7f2e8">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;text-align:left">
<tr><td style="padding:0 0 20px;font-size:20px;font-weight:700;letter-spacing:-0.02em;color:#0c0e1a">Lakou<span style="color:#d92b3a">.</span></td></tr>
<tr><td style="padding:32px;background:#ffffff;border-top:4px solid #f4a52e">
${body}
</td></tr>
<tr><td style="padding:20px 0;font-size:13px;line-height:1.5;color:#5a5748">${escapeHtml(sign)}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

export function heading(text: string): string {
  return `<h1 style="margin:0 0 16px;font-size:26px;line-height:1.2;color:#0c0e1a">${escapeHtml(text)}</h1>`;
}

export function paragraph(text: string): string {
  return `<p style="margin:0 0 20px;font-size:16px;line-height:1.55">${escapeHtml(text)}</p>`;
}

export function small(text: string, isHtml = false): string {
  return `<p style="margin:16px 0 0;font-size:14px;line-height:1.5;color:#4a4a55">${isHtml ? text : escapeHtml(text)}</p>`;
}

export function buttonTo(link: string, label: string): string {
  return `<p style="margin:0 0 24px"><a href="${escapeHtml(link)}" style="display:inline-block;padding:14px 24px;background:#d92b3a;color:#ffffff;font-size:16px;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>`;
}

export function bigCode(code: string): string {
  return `<p style="margin:0 0 8px;font-size:32px;font-weight:700;letter-spacing:0.2em;font-family:Menlo,Consolas,monospace">${escapeHtml(code)}</p>`;
}

/** Another person's text, with its line breaks. */
export function quote(text: string): string {
  const lines = escapeHtml(text).replaceAll('\n', '<br>');
  return `<blockquote style="margin:0 0 20px;padding:0 0 0 16px;border-left:3px solid #f4a52e;font-size:16px;line-height:1.55;overflow-wrap:anywhere">${lines}</blockquote>`;
}
