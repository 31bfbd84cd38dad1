/** Names in the language of the country, by BCP 47 tag. Keep the tags equal to language_known of public.sign_videos. */
export const SIGN_LANGUAGES = {
  'sgn-HT': 'Lang siy ayisyen',
  ase: 'American Sign Language',
  fsl: 'Langue des signes française',
  ssp: 'Lengua de signos española',
} as const;
export type SignLanguage = keyof typeof SIGN_LANGUAGES;
