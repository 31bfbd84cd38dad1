import type { WordKey } from '@lakou/contract/words';

export interface Banner {
  id: string;
  title: string;
  image_url: string;
  link: string | null;
  active: boolean;
  placement: string;
}

export const PLACEMENTS: Record<string, WordKey> = {
  strip: 'admin.placement_strip',
  slide: 'admin.placement_slide',
  promotion: 'admin.placement_promotion',
};
