-- Tables whose changes reach open pages. Each change is sent only to those whose policies let them read the row.
alter publication supabase_realtime add table
  public.forum_topics, public.forum_posts, public.media_jobs, public.subtitles, public.orders, public.user_purchases,
  public.subscriptions, public.notification_counts;
