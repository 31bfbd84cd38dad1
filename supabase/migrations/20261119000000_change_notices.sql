-- Visitors' answers are kept until a table changes from which they are made. The platform derives those tables from the
-- definitions of views, policies and functions; where a definition does not tell, this file does.

-- With its names resolved, so that it can be seen that it reads no table.
create or replace function private.build_search_term(word text, unfinished boolean, others text[], weights text) returns text
language sql stable
return '(''@' || left(word, 60)
  || case when unfinished then ''':*' || weights else '''' || coalesce(':' || nullif(weights, ''), '') end
  || coalesce(' | ''@' || nullif(array_to_string(others, '''' || coalesce(':' || nullif(weights, ''), '') || ' | ''@'), '')
    || '''' || coalesce(':' || nullif(weights, ''), ''), '')
  || ')';

-- These ask who is signed in. To visitors they always return the same: no role, no titles.
comment on function private.is_fully_signed_in() is
  'Signed in, and with the second factor if the account has one (constant for visitors).';
comment on function private.has_role(text[]) is
  'True when the caller has one of these roles, fully signed in. An admin has them all. Every staff policy calls it (constant for visitors).';
comment on view private.my_paid_titles is
  'Movies and series that the caller bought, or rented within the last 48 hours. They see them even when unpublished (constant for visitors).';

-- Of these tables they read no rows but those with this value, so that a reply concerns the pages of its own topic only.
comment on function public.forum_topic(uuid) is
  'One topic with its author, its category, and the published title it is about, if any'
  ' (rows: public.forum_topics.id = topic_id, private.title_topics.topic_id = topic_id).';
comment on function public.topic_page(uuid, integer, integer) is
  'Replies of a topic, oldest first; number is a reply''s position, total how many there are. Every page takes the same time'
  ' (rows: public.forum_topics.id = topic_id, public.forum_posts.topic_id = topic_id, private.forum_blocks.list = topic_id).';
