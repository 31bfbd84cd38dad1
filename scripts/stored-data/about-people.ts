import { RETENTION_DAYS } from '@lakou/contract/retention';

/** Written by hand: what the database cannot say about itself. */

interface AboutPeople {
  columns: string[];
  /** Not exported by "download my data", which has the others of such a table. */
  hidden?: string[];
  /** What happens to it when the account is deleted. */
  afterDeletion: string;
}

/** Tables with something about a person, but without a row in private.personal_data. */
export const ABOUT_PEOPLE: Record<string, AboutPeople> = {
  'auth.audit_log_entries': {
    columns: ['payload', 'ip_address'],
    afterDeletion: 'anonymous',
  },
  'auth.flow_state': { columns: ['user_id', 'email_optional'], afterDeletion: 'removed' },
  'auth.mfa_amr_claims': { columns: ['session_id'], afterDeletion: 'removed with its session' },
  'auth.mfa_challenges': {
    columns: ['factor_id', 'ip_address', 'web_authn_session_data'],
    afterDeletion: 'removed with its factor',
  },
  'auth.refresh_tokens': { columns: ['user_id', 'session_id'], afterDeletion: 'removed with its session' },
  'auth.saml_relay_states': { columns: ['for_email'], afterDeletion: 'not used' },
  'platform.collected_notices': {
    columns: ['rows'],
    afterDeletion: 'numbers of rows; removed when they are sent, after ten minutes at most',
  },
  'platform.pending_links': {
    columns: ['session_id', 'external_user'],
    afterDeletion: 'removed with its session',
  },
  'platform.pending_sign_ups': {
    columns: ['address', 'user_data'],
    afterDeletion: 'removed with the account of its address',
  },
  'private.jobs': {
    columns: ['payload'],
    afterDeletion: 'numbers of accounts; removed when the job is done',
  },
  'private.watch_rollups': {
    columns: ['member_hashes'],
    afterDeletion: 'hashes that count people; they name nobody',
  },
  'public.audit_log': {
    columns: ['actor_id', 'label', 'change'],
    hidden: ['change'],
    afterDeletion: 'stays: what staff did. Members are named by eight characters of their id only',
  },
  'platform.uploads': {
    columns: ['name', 'record'],
    afterDeletion: 'removed with the bytes within ten minutes; a finished one stays for a day',
  },
  'realtime.changes': {
    columns: ['record', 'old_record', 'old_key'],
    afterDeletion: 'stays until its time is over',
  },
  'realtime.messages': {
    columns: ['payload', 'binary_payload'],
    afterDeletion: 'stays until its time is over',
  },
  'storage.objects': {
    columns: ['name', 'owner', 'owner_id', 'user_metadata'],
    afterDeletion: 'files of a person are removed; films that staff uploaded stay, without them',
  },
  'storage.s3_multipart_uploads': {
    columns: ['owner_id', 'user_metadata', 'metadata'],
    afterDeletion: 'removed',
  },
  'storage.s3_multipart_uploads_parts': {
    columns: ['owner_id'],
    afterDeletion: 'not used; goes with its upload',
  },
};

/** Periods of rows that jobs in the code remove: platform/src/auth/sweep.ts, the realtime sweep, resumable uploads. */
export const PERIODS: Record<string, string> = {
  'auth.audit_log_entries': `${RETENTION_DAYS.account_events} days*`,
  'auth.flow_state': '2 days',
  'auth.mfa_amr_claims': 'as long as its session',
  'auth.mfa_challenges': '2 days',
  'auth.oauth_client_states': '2 days',
  'auth.one_time_tokens': '2 days',
  'auth.refresh_tokens': 'as long as its session; a used one 30 days',
  'auth.saml_relay_states': 'not used',
  'auth.sessions': `${RETENTION_DAYS.sessions} days* after the last use`,
  'auth.webauthn_challenges': 'ten minutes after its end',
  'platform.ended_sessions': '8 days',
  'platform.known_devices': '180 days after the last use',
  'platform.pending_links': '2 days, or as long as its session',
  'platform.pending_sign_ups': '2 days',
  'platform.uploads': 'a day after the last part',
  'platform.rate_limits': 'until its window is over',
  'private.device_sessions': 'as long as its session',
  'realtime.changes': 'an hour',
  'realtime.message_outbox': 'an hour',
  'realtime.messages': '3 days, or until it expires',
  'storage.s3_multipart_uploads': 'a day after the last part',
  'storage.s3_multipart_uploads_parts': 'not used',
};

/** Why tables are there that have no comment of ours. */
export const PURPOSES: Record<string, string> = {
  'auth.instances': 'Of Supabase Auth; not used.',
};

/** A column with such a name is about a person, unless it is listed below. */
export const LOOKS_PERSONAL =
  /(^|_)(e?mails?|phones?|ip|addresse?s?|users?|members?|persons?|owners?|who|holder|viewer|reader|actor|author|browser|agent|device|devices|birth|names?)(_|$)/;

/**
 * Columns that look like a person's, or hold JSON, and are not about one: titles and their translations, categories,
 * files, settings, sums, actors in films, and what the demo's provider knows of orders.
 */
export const NOT_PERSONAL = new Set(
  `auth.oauth_clients.client_name auth.saml_providers.attribute_mapping auth.saml_providers.name_id_format platform.collected_notices.table_name
  platform.migrations.name platform.settings.value private.bundles.title_translations private.daily_statistics.revenue
  private.media_pieces.piece private.payment_days.differences private.sandbox_events.event private.settings.value private.streams.film
  public.episodes.description_translations public.episodes.title_translations public.forum_categories.description_translations
  public.movie_categories.description_translations public.movies.description_translations public.movies.title_translations
  public.series.description_translations public.series.title_translations storage.objects.metadata
  platform.unused_files.name private.agent_entries.agent_id private.category_names.name private.category_renames.old_name
  private.category_renames.new_name private.daily_statistics.members_watching private.deleted_files.name private.person_titles.person
  private.person_titles.name private.personal_data.person_column private.promotions.name private.promotions.per_person
  private.receipts.tax_name private.reserved_names.name private.retention_rules.name private.row_count_shards.name
  private.storage_quotas.holder private.subscriber_hours.members private.upload_checks.name private.voucher_batches.agent_id
  private.watch_rollups.members public.forum_categories.name public.forum_categories.name_translations public.movie_categories.name
  public.movie_categories.name_translations public.subtitles.name realtime.changes.table_name storage.buckets.name
  storage.buckets.owner storage.buckets.owner_id storage.migrations.name supabase_migrations.schema_migrations.name`.split(
    /\s+/,
  ),
);
