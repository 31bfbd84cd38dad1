import { expect, test } from 'vitest';
import { draw } from '../../../../test-support/draw.tsx';
import { PublicProfile, type Shown } from './public-profile.tsx';

const nobody: Shown = {
  username: null,
  full_name: null,
  bio: null,
  location: null,
  website: null,
  occupation: null,
  interests: null,
  avatar_url: null,
};
const drawn = (shown: Partial<Shown>) => draw(<PublicProfile profile={{ ...nobody, ...shown }} />);
const heading = (html: string) => /<h1[^>]*>([^<]*)</.exec(html)?.[1];

test('somebody is called by their full name, else by their username, else User', () => {
  const both = drawn({ full_name: 'Rose Laure', username: 'rose' });
  expect(heading(both)).toBe('Rose Laure');
  expect(both).toContain('@rose');
  expect(heading(drawn({ username: 'rose' }))).toBe('rose');
  expect(heading(drawn({}))).toBe('User');
});

test('of location, website, occupation and interests only what is there is shown, with About for the bio', () => {
  const bare = drawn({});
  expect(bare).toContain('About');
  for (const word of ['Location', 'Website', 'Occupation', 'Interests']) expect(bare).not.toContain(word);
  const full = drawn({
    ...{ bio: 'Fim!', location: 'Okay', website: 'https://rose.example/', occupation: 'Pwofesè' },
    interests: ['dans'],
  });
  for (const word of ['About', 'Fim!', 'Location', 'Okay', 'Website', 'Occupation', 'Pwofesè', 'Interests'])
    expect(full).toContain(word);
  expect(full).toMatch(/href="https:\/\/rose\.example\/"[^>]*target="_blank"/);
});
