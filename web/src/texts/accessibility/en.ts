import type { DocumentText } from '../text.ts';

export const accessibility: DocumentText = {
  title: 'Accessibility',
  intro: [
    'Lakou is for everybody. We aim for WCAG 2.2, level AA, on every page, and say here what is reached and what is not.',
  ],
  sections: [
    {
      id: 'reached',
      heading: 'What works',
      paragraphs: [
        'Every page is checked automatically in both themes, on a phone and on a wide screen.',
        {
          list: [
            'Everything can be done with the keyboard, and the focus is always visible.',
            'Text can be enlarged to 400 % without scrolling sideways.',
            'Nothing moves by itself where your device asks for less motion, and moving banners can be paused.',
            'Captions can be enlarged and recoloured in the player.',
            'Films say whether they have an audio description, captions for the deaf or sign language; lists can be filtered by it, and the player remembers your choice.',
            'Buttons and the focus stay visible in the high-contrast colours of your device.',
            'New replies, messages and search results are announced to screen readers.',
            'Browsing, search, the forum and our help can be read without JavaScript.',
          ],
        },
      ],
    },
    {
      id: 'missing',
      heading: 'What is not reached yet',
      paragraphs: [
        {
          list: [
            'Few films have an audio description or an interpreter in sign language.',
            'Films from the archive do not all have captions in every language.',
            'Signing in, paying and watching need JavaScript.',
            'We have tested with tools and with the keyboard, not yet with people who use a screen reader every day.',
          ],
        },
      ],
    },
    {
      id: 'contact',
      heading: 'Tell us',
      paragraphs: [
        'If something keeps you out, write to {email} or use our [contact page](/contact). Say which page it was and what you use to read it. We answer, and we put it right where we can.',
      ],
    },
  ],
};
