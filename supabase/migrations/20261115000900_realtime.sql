-- What open pages hear about. Each change reaches only those whose policies let them read the row.
alter publication supabase_realtime add table public.forum_topics, public.forum_posts;
