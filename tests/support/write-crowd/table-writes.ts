import type { Write } from './crowd.ts';

const picture = '/storage/v1/object/public/banners/foul.avif';
const message = {
  name: 'Foul',
  email: 'foul@example.test',
  subject: 'Foul moun',
  message: 'Yon mesaj pou tout moun',
};

/** Writes to the tables of the Data API: `VERB /table`. What is not here is refused for everybody. */
export const tableWrites: Record<string, Write> = {
  'POST /contact_messages': ({ member }) => member.client.from('contact_messages').insert(message),
  'PATCH /contact_messages': ({ admin, shared }) =>
    admin.client
      .from('contact_messages')
      .update({ handled_at: new Date().toISOString() })
      .eq('id', shared.message),
  'DELETE /contact_messages': ({ admin }) =>
    admin.client.from('contact_messages').delete().eq('subject', message.subject),

  'POST /banners': ({ admin, id }) => admin.client.from('banners').insert({ id, image_url: picture }),
  'PATCH /banners': ({ admin, shared, id }) =>
    admin.client.from('banners').update({ title: id }).eq('id', shared.banner),
  'DELETE /banners': async ({ admin, id }) => {
    await admin.client.from('banners').insert({ id, image_url: picture });
    return admin.client.from('banners').delete().neq('id', id);
  },
  'POST /saved_filters': ({ admin, id }) =>
    admin.client.from('saved_filters').insert({ list: 'movies', name: id, filter: 'free' }),
  'DELETE /saved_filters': ({ admin }) => admin.client.from('saved_filters').delete().eq('list', 'movies'),
  'POST /featured_films': ({ admin, id }) =>
    admin.client.from('featured_films').insert({ id, banner_url: picture }),
  'PATCH /featured_films': ({ admin, shared, id }) =>
    admin.client.from('featured_films').update({ title: id }).eq('id', shared['featured film']),
  'DELETE /featured_films': async ({ admin, id }) => {
    await admin.client.from('featured_films').insert({ id, banner_url: picture });
    return admin.client.from('featured_films').delete().neq('id', id);
  },

  'POST /movies': ({ admin, id }) =>
    admin.client.from('movies').insert({ id, title: `Foul ${id}`, published: true, genre: ['Drama'] }),
  'PATCH /movies': ({ admin, shared, id }) =>
    admin.client
      .from('movies')
      .update({ description: id, genre: ['Drama', 'Comedy'] })
      .eq('id', shared.film),
  'DELETE /movies': async ({ admin, id }) => {
    await admin.client.from('movies').insert({ id, title: 'Foul ale', published: true, genre: ['Drama'] });
    return admin.client.from('movies').delete().eq('title', 'Foul ale');
  },
  'POST /series': ({ admin, id }) =>
    admin.client.from('series').insert({ id, title: `Foul ${id}`, published: true }),
  'PATCH /series': ({ admin, shared, id }) =>
    admin.client.from('series').update({ description: id }).eq('id', shared.series),
  'DELETE /series': async ({ admin, id }) => {
    await admin.client.from('series').insert({ id, title: 'Foul ale', published: true });
    return admin.client.from('series').delete().eq('title', 'Foul ale');
  },
  'POST /episodes': ({ admin, shared, id }) =>
    admin.client.from('episodes').insert({
      id,
      series_id: shared.series,
      season_number: 2,
      episode_number: Number.parseInt(id.slice(0, 2), 16) + 1,
      title: 'Foul',
    }),
  'PATCH /episodes': ({ admin, shared, id }) =>
    admin.client.from('episodes').update({ description: id }).eq('id', shared.episode),
  'DELETE /episodes': async ({ admin, shared, id }) => {
    const row = {
      id,
      series_id: shared.series,
      season_number: 3,
      episode_number: Number.parseInt(id.slice(0, 2), 16) + 1,
    };
    await admin.client.from('episodes').insert({ ...row, title: 'Foul' });
    return admin.client.from('episodes').delete().eq('series_id', shared.series).eq('season_number', 3);
  },
  'POST /subtitles': ({ admin, shared, id }) =>
    admin.client
      .from('subtitles')
      .insert({ id, movie_id: shared.film, language: 'fr', name: 'Foul', path: `subtitles/${id}.vtt` }),
  'PATCH /subtitles': ({ admin, shared, id }) =>
    admin.client
      .from('subtitles')
      .update({ name: id.slice(0, 8) })
      .eq('id', shared.subtitle),
  'DELETE /subtitles': ({ admin, shared }) =>
    admin.client.from('subtitles').delete().eq('movie_id', shared.film).eq('language', 'fr'),
  // One for each title and language: those who come later are refused.
  'POST /sign_videos': ({ admin, shared, id }) =>
    admin.client
      .from('sign_videos')
      .insert({ id, movie_id: shared.film, language: 'ase', path: `signs/${id}.mp4` }),
  'DELETE /sign_videos': ({ admin, shared }) =>
    admin.client.from('sign_videos').delete().eq('movie_id', shared.film),
  'POST /movie_categories': ({ admin, id }) =>
    admin.client.from('movie_categories').insert({ name: `Foul ${id}` }),
  'PATCH /movie_categories': ({ admin, shared, n }) =>
    admin.client
      .from('movie_categories')
      .update({ name: `Foul ${n}` })
      .eq('id', shared['film category']),
  'DELETE /movie_categories': ({ admin, shared }) =>
    admin.client.from('movie_categories').delete().neq('id', shared['film category']).like('name', 'Foul %'),

  'POST /forum_categories': ({ admin, id }) =>
    admin.client.from('forum_categories').insert({ name: `Foul ${id}` }),
  'PATCH /forum_categories': ({ admin, shared, id }) =>
    admin.client.from('forum_categories').update({ description: id }).eq('id', shared['topic category']),
  'DELETE /forum_categories': ({ admin }) =>
    admin.client.from('forum_categories').delete().like('name', 'Foul %'),
  'POST /forum_topics': ({ member, shared, id }) =>
    member.client.from('forum_topics').insert({
      id,
      title: 'Foul moun',
      content: id,
      user_id: member.id,
      category_id: shared['topic category'],
    }),
  'PATCH /forum_topics': ({ admin, shared, n }) =>
    admin.client
      .from('forum_topics')
      .update({ pinned: n % 2 === 0 })
      .eq('id', shared.topic),
  // A topic is deleted while somebody deletes its replies.
  'DELETE /forum_topics': async ({ admin, member, id }) => {
    await member.client
      .from('forum_topics')
      .insert({ id, title: 'Foul ale', content: id, user_id: member.id });
    const reply = { topic_id: id, content: 'Foul ale', user_id: member.id };
    await member.client.from('forum_posts').insert([reply, reply, reply]);
    const [topic, replies] = await Promise.all([
      admin.client.from('forum_topics').delete().eq('id', id),
      admin.client.from('forum_posts').delete().eq('topic_id', id),
    ]);
    return replies.status >= 500 ? replies : topic;
  },
  'POST /forum_posts': ({ member, shared, id }) =>
    member.client.from('forum_posts').insert({ id, topic_id: shared.topic, content: id, user_id: member.id }),
  'DELETE /forum_posts': async ({ member, admin, shared, id }) => {
    await member.client
      .from('forum_posts')
      .insert({ id, topic_id: shared.topic, content: 'Foul ale', user_id: member.id });
    return admin.client.from('forum_posts').delete().eq('topic_id', shared.topic).eq('content', 'Foul ale');
  },

  'POST /reviews': ({ member, shared, n }) =>
    member.client.from('reviews').insert({ movie_id: shared.film, user_id: member.id, rating: 1 + (n % 5) }),
  'PATCH /reviews': ({ member, shared, n }) =>
    member.client
      .from('reviews')
      .update({ rating: 1 + ((n + 1) % 5) })
      .eq('movie_id', shared.film)
      .eq('user_id', member.id),
  'DELETE /reviews': ({ admin, shared }) => admin.client.from('reviews').delete().eq('movie_id', shared.film),
  'POST /review_votes': async ({ member, host, shared, id }) => {
    await host.client.from('reviews').insert({ series_id: shared.series, user_id: host.id, rating: 4 });
    const { data } = await host.client.from('reviews').select('id').eq('series_id', shared.series).limit(1);
    return member.client.from('review_votes').insert({ review_id: data?.[0]?.id ?? id, user_id: member.id });
  },
  'DELETE /review_votes': ({ member }) =>
    member.client.from('review_votes').delete().eq('user_id', member.id),
  'POST /forum_reactions': ({ member, shared }) =>
    member.client
      .from('forum_reactions')
      .insert({ post_id: shared.topic ?? '', user_id: member.id, kind: 'heart' }),
  'DELETE /forum_reactions': ({ member }) =>
    member.client.from('forum_reactions').delete().eq('user_id', member.id),
  'POST /watchlist': ({ member, shared }) =>
    member.client.from('watchlist').insert({ movie_id: shared.film, user_id: member.id }),
  'DELETE /watchlist': ({ member, shared }) =>
    member.client.from('watchlist').delete().eq('movie_id', shared.film),
  'DELETE /watch_progress': async ({ member, shared }) => {
    await member.client.rpc('mark_watched', { media_type: 'movie', media_id: shared['free film'] });
    return member.client.from('watch_progress').delete().eq('movie_id', shared['free film']);
  },

  'POST /profiles': ({ member, n }) =>
    member.client.from('profiles').insert({ id: member.id, username: `foul-${n % 4}` }),
  'PATCH /profiles': ({ member, n }) =>
    // Everybody wants one of four names.
    member.client
      .from('profiles')
      .update({ username: `foul-${n % 4}` })
      .eq('id', member.id),
  'POST /terms_acceptances': async ({ member }) => {
    const { data } = await member.client.from('terms_versions').select('version').limit(1).single();
    return member.client
      .from('terms_acceptances')
      .upsert(
        { user_id: member.id, version: data?.version ?? '' },
        { onConflict: 'user_id,version', ignoreDuplicates: true },
      );
  },
};
