import { useQueryClient } from '@tanstack/react-query';
import { useAdminAction } from '../use-admin-action.ts';
import { agents, bundles, promotions, voucherBatches } from './read-vouchers.ts';

/** A change of vouchers, agents, promotions or bundles; afterwards all are read again, because what is owed moves with them. */
export function useVoucherAction<Input = void>(perform: (input: Input) => Promise<unknown>) {
  const queries = useQueryClient();
  return useAdminAction(perform, {
    errorKey: 'admin.voucher_failed',
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: agents().queryKey }),
        queries.invalidateQueries({ queryKey: voucherBatches().queryKey }),
        queries.invalidateQueries({ queryKey: promotions().queryKey }),
        queries.invalidateQueries({ queryKey: bundles().queryKey }),
      ]),
  });
}
