/** `description`: the film's sound with a voice that says what is seen. */
export const AUDIO_KINDS = ['main', 'description'] as const;
export type AudioKind = (typeof AUDIO_KINDS)[number];

/** `captions`: also what is heard besides words, for people who do not hear it. */
export const SUBTITLE_KINDS = ['subtitles', 'captions'] as const;
export type SubtitleKind = (typeof SUBTITLE_KINDS)[number];

/** What a title can have for people who do not see or hear. Keep equal to private.list_film_accessibility. */
export const ACCESSIBILITY = ['description', 'captions', 'sign'] as const;
export type Accessibility = (typeof ACCESSIBILITY)[number];
