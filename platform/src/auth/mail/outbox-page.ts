import { type Context, Hono } from 'hono';
import { escapeHtml } from './escape-html.ts';
import type { Outbox, StoredEmail } from './outbox.ts';

/**
 * Shows the outbox at /_mail. Its readers can use every sign-in link, so it is for the demo only. Emails are shown in
 * a sandboxed frame.
 */
export function mailOutboxPage(outbox: Outbox): Hono {
  const app = new Hono();
  app.get('/_mail', (context) => show(context, 'Outbox', listOf(outbox.list())));
  app.get('/_mail.json', (context) => {
    context.header('cache-control', 'no-store');
    return context.json(outbox.list());
  });
  app.get('/_mail/:id', (context) => {
    const message = outbox.find(context.req.param('id'));
    if (!message) return show(context, 'No such email', back, 404);
    return show(context, message.subject, renderMessage(message));
  });
  return app;
}

const back = '<p><a href="/_mail">All emails</a></p>';

function listOf(messages: readonly StoredEmail[]): string {
  if (messages.length === 0) return '<p>No emails yet. They appear here as they are sent.</p>';
  const rows = messages.map(
    ({ id, to, subject, sent_at }) =>
      `<tr><td><a href="/_mail/${id}">${escapeHtml(subject)}</a></td><td>${escapeHtml(to)}</td><td><time datetime="${sent_at}">${sent_at.slice(0, 19).replace('T', ' ')}</time></td></tr>`,
  );
  return `<table><thead><tr><th>Subject</th><th>To</th><th>Sent (UTC)</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

function renderMessage({ to, sent_at, subject, html, text, replyTo }: StoredEmail): string {
  // Links open in a new tab, because the sandbox blocks navigation.
  const framed = html.replace('<head>', '<head><base target="_blank">');
  return `${back}
<p>To ${escapeHtml(to)}, ${sent_at.slice(0, 19).replace('T', ' ')} UTC</p>
${replyTo ? `<p>Answers go to ${escapeHtml(`${replyTo.name} <${replyTo.address}>`)}</p>` : ''}
<iframe title="${escapeHtml(subject)}" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${escapeHtml(framed)}"></iframe>
<h2>As text</h2>
<pre>${escapeHtml(text).replace(/https?:\/\/[^\s<]+/g, (link) => `<a href="${link}">${link}</a>`)}</pre>`;
}

function show(context: Context, title: string, body: string, status: 200 | 404 = 200): Response {
  context.header('cache-control', 'no-store');
  context.header('referrer-policy', 'no-referrer');
  context.header('x-content-type-options', 'nosniff');
  // The framed email inherits this policy, and its styles are inline.
  context.header(
    'content-security-policy',
    "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
  return context.html(
    `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeHtml(title)} · Lakou mail</title>
<style>
body{margin:0 auto;max-width:60rem;padding:1.5rem;background:#f7f2e8;color:#0c0e1a;font:1rem/1.5 system-ui,sans-serif}
a{color:#1d2f8a}table{width:100%;border-collapse:collapse}th,td{overflow-wrap: anywhere; text-align:left;padding:.5rem .75rem .5rem 0;border-bottom:1px solid #d8d0bd}
iframe{width:100%;height:34rem;border:1px solid #d8d0bd;background:#f7f2e8}pre{white-space:pre-wrap;overflow-wrap:anywhere}
</style>
</head>
<body>
<h1>${escapeHtml(title)}</h1>
${body}
</body>
</html>
`,
    status,
  );
}
