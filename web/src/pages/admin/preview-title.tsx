import type { TitleDraft } from '#features/admin/titles/title-form-values.ts';
import { TitlePreview } from '#features/catalogue/title-page/title-preview.tsx';

export const previewMovie = (draft: TitleDraft) => (
  <TitlePreview kind="movie" title={{ ...draft, director: draft.maker }} />
);
export const previewSeries = (draft: TitleDraft) => (
  <TitlePreview kind="series" title={{ ...draft, creator: draft.maker }} />
);
