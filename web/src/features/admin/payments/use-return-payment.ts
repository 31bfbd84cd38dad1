import { useQueryClient } from '@tanstack/react-query';
import { callFunction } from '#lib/call-function.ts';
import { rowOrNull } from '#lib/database.ts';
import { supabase } from '#lib/supabase.ts';
import { useTranslations } from '#lib/translations.tsx';
import { toast } from '#ui/toast.tsx';
import { useAdminAction } from '../use-admin-action.ts';
import { type LedgerEntry, paymentDetail } from './read-payments.ts';

/** Returns what is left of a payment: through the provider, or as credit of the member. */
export function useReturnPayment(order: string, onDone: () => void) {
  const t = useTranslations();
  const queries = useQueryClient();
  return useAdminAction(
    async ({ entry, reason }: { entry: LedgerEntry; reason: string }) => {
      if (entry.return_as === 'refund') await callFunction('refund-payment', { paymentId: entry.id, reason });
      else rowOrNull(await (await supabase()).rpc('credit_payment', { payment: entry.id, reason }));
      toast.success(t(entry.return_as === 'refund' ? 'admin.refund_done' : 'admin.credit_done'));
      onDone();
    },
    {
      errorKey: 'admin.return_failed',
      onSettled: () => queries.invalidateQueries({ queryKey: paymentDetail(order).queryKey }),
    },
  );
}
