import { useEffect } from 'react';
import { supabase } from '#lib/supabase.ts';

/** Whoever opens a sign-in screen is about to need the auth client and the checks: both are fetched meanwhile. */
export function useWarmUp(): void {
  useEffect(() => {
    const fetchBoth = () => {
      supabase().catch(() => {});
      import('@lakou/contract/identity').catch(() => {});
    };
    const timer = setTimeout(fetchBoth, 300);
    return () => clearTimeout(timer);
  }, []);
}
