import { useQueryClient } from '@tanstack/react-query';
import { useAdminAction } from '../use-admin-action.ts';
import { bundles } from './read-bundles.ts';

/** A change of bundles; afterwards they are read again. */
export function useBundleAction<Input = void>(perform: (input: Input) => Promise<unknown>) {
  const queries = useQueryClient();
  return useAdminAction(perform, {
    errorKey: 'admin.bundle_failed',
    onSettled: () => queries.invalidateQueries({ queryKey: bundles().queryKey }),
  });
}
