import type { Say } from '../../../../lib/words.tsx';
import { toast } from '../../../../ui/toast.tsx';

export async function copyLink(path: string, t: Say): Promise<void> {
  try {
    await navigator.clipboard.writeText(new URL(path, location.origin).href);
    toast.success(t('forum.link_copied'));
  } catch {
    toast.error(t('forum.copy_failed'));
  }
}
