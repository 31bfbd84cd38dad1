import { expect, test } from 'vitest';
import { renderMarkup } from '../../../../test-support/render-markup.tsx';
import { PublicProfile, type PublicProfileFields } from './public-profile.tsx';

const emptyProfile: PublicProfileFields = {
  username: null,
  full_name: null,
  bio: null,
  location: null,
  website: null,
  occupation: null,
  interests: null,
  avatar_url: null,
  created_at: null,
};
const renderProfile = (fields: Partial<PublicProfileFields>) =>
  renderMarkup(<PublicProfile profile={{ ...emptyProfile, ...fields }} />);
const heading = (html: string) => /<h1[^>]*>([^<]*)</.exec(html)?.[1];

test('a profile shows the full name, else the username, else User', () => {
  const both = renderProfile({ full_name: 'Rose Laure', username: 'rose' });
  expect(heading(both)).toBe('Rose Laure');
  expect(both).toContain('@rose');
  expect(heading(renderProfile({ username: 'rose' }))).toBe('rose');
  expect(heading(renderProfile({}))).toBe('User');
});

test('a profile shows location, website, occupation and interests only when they are set, and always About', () => {
  const bare = renderProfile({});
  expect(bare).toContain('About');
  for (const word of ['Location', 'Website', 'Occupation', 'Interests']) expect(bare).not.toContain(word);
  const full = renderProfile({
    ...{ bio: 'Fim!', location: 'Okay', website: 'https://rose.example/', occupation: 'Pwofesè' },
    interests: ['dans'],
  });
  for (const word of ['About', 'Fim!', 'Location', 'Okay', 'Website', 'Occupation', 'Pwofesè', 'Interests'])
    expect(full).toContain(word);
  expect(full).toMatch(/href="https:\/\/rose\.example\/"[^>]*target="_blank"/);
});
