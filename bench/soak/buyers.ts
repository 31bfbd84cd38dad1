import { pay } from './members.ts';
import { type Member, signUp, type World } from './people.ts';
import type { Shop } from './shop.ts';

/** One person who pays in every way that there is beside those of members.ts. */
export async function buyerOnce(world: World, shop: Shop): Promise<void> {
  const buyer = await signUp(world, 'buyer');
  if (!buyer) return;
  await payInGourdes(world, buyer);
  await buyBundle(world, shop, buyer);
  await buyCheaper(world, shop, buyer);
  await redeemVoucher(shop, buyer);
  await tryOut(world);
  const { data } = await buyer.client.rpc('my_payments').throwOnError();
  if (data.length < 4) throw new Error(`only ${data.length} of four payments are listed`);
  world.record.count('buyer of everything');
}

/** With number and PIN, then the code that the phone receives. */
async function payInGourdes(world: World, { client }: Member): Promise<void> {
  const rented = world.sold.at(-1);
  const item = { title: 'x', mediaType: 'movie', type: 'rental', price: 1, thumbnailUrl: '', id: rented };
  const { data, error } = await client.functions.invoke('create-checkout', {
    body: { ...item, method: 'moncash' },
  });
  if (error) throw new Error(`MonCash has no page: ${error.message}`);
  const post = world.record.as('moncash');
  const send = (form: Record<string, string>) =>
    post(data.url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
  const asked = await (await send({ number: '34567890', pin: '1234' })).text();
  const [, code = ''] = /<strong>(\w+)<\/strong>/.exec(asked) ?? [];
  const back = (await send({ code })).headers.get('location');
  if (!back) throw new Error('MonCash did not take the code');
  await post(back, { redirect: 'manual' });
  const { data: canWatch } = await client.rpc('can_watch', { media_type: 'movie', media_id: rented });
  if (canWatch !== true) throw new Error('somebody paid with MonCash and may not watch');
}

async function buyBundle(world: World, { bundle }: Shop, { client }: Member): Promise<void> {
  await client.rpc('read_bundle', { bundle }).throwOnError();
  const { data: order } = await client
    .rpc('create_bundle_order', { bundle })
    .single<{ id: string }>()
    .throwOnError();
  await pay(world, client, { orderId: order.id });
  const films = await client
    .from('user_purchases')
    .select('movie_id')
    .eq('order_id', order.id)
    .throwOnError();
  if (films.data.length !== 2) throw new Error(`a bundle of two gave ${films.data.length}`);
}

async function buyCheaper(world: World, { promotion }: Shop, { client }: Member): Promise<void> {
  const film = { media_type: 'movie', media_id: world.sold[2], transaction_type: 'purchase' };
  const { data: order } = await client.rpc('create_order', film).single<{ id: string }>().throwOnError();
  const { data: applied } = await client
    .rpc('apply_promotion', { order_id: order.id, code: promotion })
    .throwOnError();
  if (applied.result !== 'promotion_applied') throw new Error(`no promotion: ${applied.result}`);
  await pay(world, client, { orderId: applied.order_id });
}

async function redeemVoucher({ takeVoucher }: Shop, { client }: Member): Promise<void> {
  const { data } = await client.rpc('redeem_code', { code: await takeVoucher() }).throwOnError();
  if (data.result !== 'code_redeemed') throw new Error(`a voucher was not taken: ${data.result}`);
}

/** Another member: those who have a pass already are not offered one. */
async function tryOut(world: World): Promise<void> {
  const member = await signUp(world, 'buyer');
  if (!member) return;
  const { client } = member;
  await pay(world, client, { priceId: 'monthly', plan: 'monthly' });
  const { data, error } = await client.functions.invoke('check-subscription', { body: {} });
  if (error || !data.hasActiveSubscription) throw new Error(`a trial did not begin: ${error?.message}`);
}
