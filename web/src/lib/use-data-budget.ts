import { useSyncExternalStore } from 'react';
import { type BudgetView, onDataChange, readBudgetView } from './data-budget.ts';

/** Budget and use as they change, also in other tabs; null on the server. */
export function useDataBudget(): BudgetView | null {
  return useSyncExternalStore(onDataChange, readBudgetView, () => null);
}
