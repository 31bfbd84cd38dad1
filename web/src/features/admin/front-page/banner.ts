import type { MessageKey } from '@lakou/contract/translate';

export interface Banner {
  id: string;
  title: string;
  image_url: string;
  link: string | null;
  active: boolean;
  placement: string;
}

export const PLACEMENTS: Record<string, MessageKey> = {
  strip: 'admin.placement_strip',
  slide: 'admin.placement_slide',
  promotion: 'admin.placement_promotion',
};
