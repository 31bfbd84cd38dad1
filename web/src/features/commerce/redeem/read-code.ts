import type { CodeAnswer } from '@lakou/contract/commerce/responses';
import { rowsOf } from '#lib/database.ts';
import { database, supabase } from '#lib/supabase.ts';

/** What a code is for, for anybody who has it. */
export async function readCode(code: string): Promise<CodeAnswer> {
  return rowsOf(await (await database()).rpc('read_code', { code })) as unknown as CodeAnswer;
}

/** Gives the member what the code is for. */
export async function redeemCode(code: string): Promise<CodeAnswer> {
  return rowsOf(await (await supabase()).rpc('redeem_code', { code })) as unknown as CodeAnswer;
}
