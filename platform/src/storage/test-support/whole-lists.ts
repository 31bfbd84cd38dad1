import type { PageOptions } from '../list-page.ts';

/** What storage.search answers, by reading every object. The same eight parameters. */
export const searchAllObjects = `
  with found as (
    select o.*, o.path_tokens[$4::integer] as entry, cardinality(o.path_tokens) = $4::integer as is_file
    from storage.objects o
    where o.bucket_id = $2 and cardinality(o.path_tokens) >= $4::integer
      and starts_with(lower(o.name), lower($1::text || $6::text))
  ),
  entries as (
    select distinct entry as name, null::uuid as id, null::timestamptz as sort_date from found where not is_file
    union all
    select entry, id, case $7::text when 'created_at' then created_at when 'updated_at' then updated_at end
    from found where is_file
  )
  select name, id is null as is_folder from entries
  order by id is not null,
    case when $8::text <> 'desc' then sort_date end asc, case when $8::text = 'desc' then sort_date end desc,
    case when $8::text <> 'desc' then name end collate "C" asc, case when $8::text = 'desc' then name end collate "C" desc
  limit $3::integer offset $5::integer`;

/** The keys of all pages, by reading every object. Parameters: bucket, prefix, whether deeper objects are folders. */
export const listAllEntries = ({ column, order }: Pick<PageOptions, 'column' | 'order'>): string => {
  const date = column === 'name' ? `'epoch'::timestamptz` : column;
  return `
    with visible as (
      select *, substr(name, length($2) + 1) as rest from storage.objects where bucket_id = $1 and starts_with(name, $2)
    ),
    entries as (
      select $2 || split_part(rest, '/', 1) || '/' as key, max(${date}) as sorted
      from visible where $3::boolean and strpos(rest, '/') > 0 group by split_part(rest, '/', 1)
      union all
      select name, ${date} from visible where not $3::boolean or strpos(rest, '/') = 0
    )
    select key from entries order by sorted ${order}, key collate "C" ${order}`;
};
