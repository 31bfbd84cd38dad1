import { escapeHtml } from '@lakou/platform/mail';
import { type Action, type SandboxSession, summarize } from './perform-action.ts';

/** When our webhook is called. */
export const WEBHOOK_TIMES = ['before', 'after', 'twice', 'never'] as const;
export type WebhookTime = (typeof WEBHOOK_TIMES)[number];

const times: Record<WebhookTime, string> = {
  before: 'before you return',
  after: 'two seconds after you return',
  twice: 'twice',
  never: 'never',
};

/** The content security policy allows them by their hash. */
export const styles = `
:root{color-scheme:dark}*{box-sizing:border-box}
body{margin:0;min-height:100vh;background:#0c0e1a;color:#f7f2e8;font:1rem/1.5 system-ui,sans-serif;display:grid;place-items:start center;padding:1.5rem}
main{width:100%;max-width:30rem}h1{font-size:1.5rem;line-height:1.2;margin:0 0 .25rem}
.play{display:inline-block;margin:0 0 1.5rem;padding:.2rem .6rem;border-radius:99rem;background:#f4a52e;color:#0c0e1a;font-weight:700;font-size:.85rem}
.price{font-size:2.25rem;font-weight:800;margin:.25rem 0 1.5rem}.quiet{color:#b9b6c6}
form{display:grid;gap:.75rem;margin:0 0 1.5rem}
button,select,input{font:inherit;min-height:3rem;border-radius:.75rem;border:1px solid #4a4d68;background:#181b2e;color:inherit;padding:.5rem 1rem;width:100%}
button{cursor:pointer;font-weight:600}button.main{background:#d92b3a;border-color:#d92b3a;color:#fff}
:focus-visible{outline:3px solid #f4a52e;outline-offset:2px}
table{width:100%;border-collapse:collapse;font-size:.9rem}td,th{text-align:left;padding:.4rem .5rem .4rem 0;border-bottom:1px solid #2a2d45;overflow-wrap:anywhere}
a{color:#f4a52e}`;

export function sandboxPage(session: SandboxSession, chosen: WebhookTime): string {
  const price = `$${(session.amount_minor / 100).toFixed(2)}`;
  const what = session.plan ? 'Subscription' : session.transaction_type === 'rental' ? 'Rental' : 'Purchase';
  return frame(
    session.title,
    `<p class="play">Sandbox: no real money</p>
<p class="quiet">${what}</p>
<h1>${escapeHtml(session.title)}</h1>
<p class="price">${price}${session.plan ? `<span class="quiet"> ${escapeHtml(session.plan)}</span>` : ''}</p>
${session.status === 'open' ? payForm(session, price, chosen) : dashboard(session, chosen)}`,
  );
}

export const noSuchPage = (): string =>
  frame('Not found', '<h1>This payment page does not exist</h1><p><a href="/">Home</a></p>');

function payForm({ id, trial_days }: SandboxSession, price: string, chosen: WebhookTime): string {
  const label = trial_days ? `Pay nothing for ${trial_days} days, then ${price}` : `Pay ${price}`;
  return `<form method="post" action="/sandbox-pay/${escapeHtml(id)}">
${button('pay', label, true)}
${button('fail', 'Fail')}
${button('cancel', 'Cancel')}
${timesField(chosen)}
</form>`;
}

function dashboard(session: SandboxSession, chosen: WebhookTime): string {
  const { last, subscription, dispute } = summarize(session);
  const canceled = subscription?.status === 'canceled';
  const runs = session.plan && last && !canceled;
  const offers: [Action, string, boolean][] = [
    ['renew', 'Renew now', Boolean(runs)],
    ['fail-renewal', 'Fail the renewal', Boolean(runs)],
    [
      'cancel-subscription',
      'Cancel at the end of the period',
      Boolean(runs && !subscription?.cancel_at_period_end),
    ],
    ['resume-subscription', 'Do not cancel', Boolean(runs && subscription?.cancel_at_period_end)],
    ['end-subscription', 'End the subscription now', Boolean(runs)],
    ['refund', 'Refund the last payment', Boolean(last?.canRefund)],
    ['dispute', 'Dispute the last payment', Boolean(last?.canDispute)],
    ['win-dispute', 'Decide the dispute for the shop', Boolean(dispute)],
    ['resend', 'Send all webhook calls again', session.facts.length > 0],
  ];
  const rows = session.facts.map((fact) => {
    const sum = typeof fact.amount_minor === 'number' ? `$${(fact.amount_minor / 100).toFixed(2)}` : '';
    const time = String(fact.occurred_at ?? fact.as_of ?? '')
      .slice(0, 19)
      .replace('T', ' ');
    return `<tr><td>${escapeHtml(time)}</td><td>${escapeHtml(fact.kind)} ${escapeHtml(String(fact.status ?? ''))}</td><td>${sum}</td></tr>`;
  });
  return `<p>This payment page is ${session.status === 'complete' ? 'paid' : 'closed'}. Here the provider’s side can be played.</p>
<form method="post" action="/sandbox-pay/${escapeHtml(session.id)}">
${offers
  .filter(([, , offered]) => offered)
  .map(([action, label]) => button(action, label))
  .join('\n')}
${timesField(chosen)}
</form>
<table><thead><tr><th>Time (UTC)</th><th>What</th><th>Amount</th></tr></thead><tbody>${rows.join('')}</tbody></table>
<p><a href="/purchases">Back to Lakou</a></p>`;
}

const button = (action: Action, label: string, main = false): string =>
  `<button name="action" value="${action}"${main ? ' class="main"' : ''}>${label}</button>`;

const timesField = (chosen: WebhookTime): string =>
  `<label class="quiet">The webhook is called <select name="webhook">${WEBHOOK_TIMES.map(
    (time) => `<option value="${time}"${time === chosen ? ' selected' : ''}>${times[time]}</option>`,
  ).join('')}</select></label>`;

function frame(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} · Sandbox payment</title>
<style>${styles}</style>
</head>
<body><main>
${body}
</main></body>
</html>
`;
}
