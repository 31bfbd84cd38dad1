import { type ItemReference, orderOfItem } from '@lakou/contract/commerce/payment-item';
import { rowsOf } from '#lib/database.ts';
import { supabase } from '#lib/supabase.ts';

/** Creates an order at the price in the database. A second call returns the order that is still open. */
export async function createOrder(item: ItemReference) {
  const client = await supabase();
  return rowsOf(await client.rpc('create_order', orderOfItem(item)));
}
