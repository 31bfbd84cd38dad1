import { rowsOf } from '#lib/database.ts';
import { supabase } from '#lib/supabase.ts';
import type { PaymentItem } from './payment-item.ts';

/** An order for a title, at the database's price. A second click finds the first one's order. */
export async function createOrder({ id, mediaType, type }: Pick<PaymentItem, 'id' | 'mediaType' | 'type'>) {
  const client = await supabase();
  return rowsOf(
    await client.rpc('create_order', { media_type: mediaType, media_id: id, transaction_type: type }),
  );
}
