import { useEffect } from 'react';
import { supabase } from '#lib/supabase.ts';

/** Loads the auth client and the form schemas soon after a sign-in screen opens. */
export function usePreloadAuth(): void {
  useEffect(() => {
    const preload = () => {
      supabase().catch(() => {});
      import('@lakou/contract/identity/inputs').catch(() => {});
    };
    const timer = setTimeout(preload, 300);
    return () => clearTimeout(timer);
  }, []);
}
