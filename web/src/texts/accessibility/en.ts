import type { DocumentText } from '../text.ts';

export const accessibility: DocumentText = {
  title: 'Accessibility',
  effective: '2026-11-17',
  intro: [
    'Lakou is for everybody who likes a good film, however they see, hear or hold a remote control. Here is what we aim for, what works, and what does not yet.',
  ],
  sections: [
    {
      id: 'standard',
      heading: 'What we aim for',
      paragraphs: [
        'The Web Content Accessibility Guidelines, WCAG 2.2, level AA, on every page, in four languages, in the dark and in the light look. By our own checks Lakou conforms in part: the exceptions are below.',
      ],
    },
    {
      id: 'what-works',
      heading: 'What works',
      paragraphs: [
        {
          list: [
            'everything can be done with a keyboard, and with the four arrows of a remote control on a television;',
            'screen readers get names, headings and landmarks, and hear what changes by itself, such as new replies;',
            'captions have a size, a colour and a background that you choose, and stay on the picture;',
            'pages can be enlarged four times without scrolling sideways, and follow the colours of your system;',
            'nothing moves by itself for people who ask their system for less motion, and whatever does can be paused;',
            'signing in needs no puzzle: a password manager, a passkey, a link by e-mail or your phone is enough.',
          ],
        },
      ],
    },
    {
      id: 'what-is-missing',
      heading: 'What is missing',
      paragraphs: [
        {
          list: [
            'not every film has captions: film-makers send them, and we ask for them;',
            'hardly any film has an audio description or sign language yet;',
            'pictures that members share in the forum may have no description;',
            'we have not yet tested with people who use screen readers every day.',
          ],
        },
      ],
    },
    {
      id: 'how-we-check',
      heading: 'How we check',
      paragraphs: [
        'Every page is examined by a program before it is published, in both looks. Whole evenings are played through with the keyboard alone, at the size of a phone and of a television. What a program cannot see we look at by hand: order, names, announcements, magnification, colours of the system.',
      ],
    },
    {
      id: 'write-to-us',
      heading: 'Something does not work for you?',
      paragraphs: [
        'Tell us what you wanted to do and what got in the way, in whatever words you like: {email}, or the [contact page](/contact). We answer, and say what we will do and when. By post: {address}.',
      ],
    },
  ],
};
