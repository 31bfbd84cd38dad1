import { useQueryClient } from '@tanstack/react-query';
import { useAdminAction } from '../use-admin-action.ts';
import { agents, promotions, voucherBatches } from './read-vouchers.ts';

/** A change of vouchers, agents or promotions; afterwards all are read again, because what is owed moves with them. */
export function useVoucherAction<Input = void>(perform: (input: Input) => Promise<unknown>) {
  const queries = useQueryClient();
  return useAdminAction(perform, {
    errorKey: 'admin.voucher_failed',
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: agents().queryKey }),
        queries.invalidateQueries({ queryKey: voucherBatches().queryKey }),
        queries.invalidateQueries({ queryKey: promotions().queryKey }),
      ]),
  });
}
