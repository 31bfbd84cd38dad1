/** What a callback is about. Everything else in it is ignored. */
export interface CallbackIds {
  transactionId?: string;
  orderId?: string;
}

const TRANSACTION = ['transactionid', 'transaction_id', 'transactionnumber'];
const ORDER = ['orderid', 'order_id', 'reference'];
const id = /^[\w-]{1,64}$/;

/** From the address and the body, as JSON or as a form, whichever of the names MonCash's documents have. */
export async function readIds(request: Request): Promise<CallbackIds> {
  const fields = new Map<string, string>();
  const add = (name: string, value: unknown) => {
    if (typeof value === 'string' || typeof value === 'number') fields.set(name.toLowerCase(), String(value));
  };
  for (const [name, value] of new URL(request.url).searchParams) add(name, value);
  if (request.method === 'POST')
    for (const [name, value] of parseBody(await request.text())) add(name, value);
  const find = (names: string[]) =>
    names.map((name) => fields.get(name)).find((value) => value && id.test(value));
  const [transactionId, orderId] = [find(TRANSACTION), find(ORDER)];
  return { ...(transactionId && { transactionId }), ...(orderId && { orderId }) };
}

/** The type that a caller names is not always the one it sends. */
function parseBody(text: string): Iterable<[string, unknown]> {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed !== 'object' || parsed === null) return [];
    const { payment } = parsed as { payment?: object };
    return [...Object.entries(payment ?? {}), ...Object.entries(parsed)];
  } catch {
    return new URLSearchParams(text);
  }
}
