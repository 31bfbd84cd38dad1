import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { codesOnSheet } from '../../tests/support/codes-on-sheet.ts';
import { type Member, signUp, type World } from './people.ts';

const VOUCHERS = 20;

/** What an admin has set up to be bought. */
export interface Shop {
  admin: SupabaseClient;
  bundle: string;
  promotion: string;
  /** A code from a printed sheet; a new sheet is printed when none is left. */
  takeVoucher(): Promise<string>;
}

export async function openShop(world: World): Promise<Shop> {
  const admin = createClient(world.url, world.anonKey, {
    auth: { persistSession: false },
    global: { fetch: world.record.as('admin') },
  });
  const { error } = await admin.auth.signInWithPassword({
    email: 'admin@lakou.test',
    password: 'lakou-demo',
  });
  if (error) throw new Error(`the admin could not sign in: ${error.message}`);
  await admin.rpc('set_trial_days', { plan: 'monthly', days: 7 }).throwOnError();
  const bundle = await admin
    .rpc('create_bundle', {
      title: 'De fim',
      titles: world.sold.slice(0, 2),
      amount_minor: 999,
      first_day: day(-1),
      last_day: day(30),
    })
    .throwOnError();
  const promotion = await admin
    .rpc('create_promotion', {
      name: 'Fèt',
      first_day: day(-1),
      last_day: day(30),
      per_person: 1,
      total: 10_000,
      percent: 25,
    })
    .throwOnError();
  return {
    admin,
    bundle: bundle.data,
    promotion: promotion.data,
    takeVoucher: await printVouchers(world, admin),
  };
}

const day = (fromNow: number) => new Date(Date.now() + fromNow * 86_400_000).toISOString().slice(0, 10);

async function printVouchers(world: World, admin: SupabaseClient): Promise<() => Promise<string>> {
  const seller: Member | undefined = await signUp(world, 'admin');
  if (!seller) throw new Error('nobody could become an agent');
  const agent = await admin
    .rpc('create_agent', {
      member: seller.email,
      name: 'Boutik Mari',
      currency: 'USD',
      limit_minor: 10_000_000,
    })
    .throwOnError();
  const codes: string[] = [];
  const print = async () => {
    const sold = { agent: agent.data, vouchers: VOUCHERS, expires_on: day(300), pass: 'week' };
    const { data: batch } = await admin.rpc('create_voucher_batch', sold).throwOnError();
    const sheet = await admin.functions.invoke('print-vouchers', { body: { batch, language: 'ht' } });
    if (sheet.error) throw new Error(`no vouchers could be printed: ${sheet.error.message}`);
    await admin.rpc('activate_voucher_batch', { batch }).throwOnError();
    codes.push(...codesOnSheet(await (sheet.data as Blob).bytes()));
  };
  let printing: Promise<void> | undefined;
  return async () => {
    while (codes.length === 0) {
      printing ??= print().finally(() => {
        printing = undefined;
      });
      await printing;
    }
    return codes.pop() ?? '';
  };
}
