import { createContext, useContext } from 'react';

/** Whether this page was made for somebody who saves data: see page-variant.ts. */
export const SaveDataContext = createContext(false);

export function useSaveData(): boolean {
  return useContext(SaveDataContext);
}
