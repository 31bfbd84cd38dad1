-- Two reads that grew with the catalogue.

-- As a scalar subquery the film is looked up for each review that is listed. For `exists` PostgreSQL may read all films first,
-- and does so for a film with many reviews.
alter policy "everybody reads reviews of movies they can see" on public.reviews
  using ((select true from public.movies m where m.id = reviews.movie_id));

drop index public.reviews_movie_id_created_at_idx;
create index reviews_of_movie on public.reviews (movie_id, created_at desc, id);

-- Sessions that have not ended, for the number of those who are watching. It has no column that changes while a film plays.
create index playback_sessions_open on private.playback_sessions (started_at) where ended_at is null;
