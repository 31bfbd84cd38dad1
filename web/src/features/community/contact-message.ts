import type { ContactInput } from '@lakou/contract/contact';
import { useMutation } from '@tanstack/react-query';
import { rowOrNull } from '#lib/database.ts';
import { database } from '#lib/supabase.ts';

/** Hands a message over. Whoever writes cannot read it back: nothing is asked in return. */
export function useSendMessage() {
  return useMutation({
    // Without a network it fails at once, and says so, rather than wait unseen.
    networkMode: 'always',
    mutationFn: async (message: ContactInput) => {
      rowOrNull(await (await database()).from('contact_messages').insert(message));
    },
  });
}
