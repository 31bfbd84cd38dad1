import type { Json } from '@lakou/contract/database-types';

export interface Category {
  id: string;
  name: string;
  description: string | null;
  name_translations: Json;
  description_translations: Json;
}
