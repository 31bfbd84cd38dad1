/** Tables without a rule in private.retention_rules, and why they do not grow for ever. */
export const keptTables: Record<string, string> = {
  ...because(
    'bookkeeping: what was paid is never deleted',
    `public.ledger public.user_purchases public.subscriptions public.exchange_rates public.payment_alerts private.credits
    private.refund_requests private.tax_rates private.receipts private.agents private.agent_entries private.voucher_batches
    private.promotions private.bundles private.bundle_titles`,
  ),
  ...because(
    'bookkeeping: belongs to a paid order',
    'private.subscription_states private.paid_passes private.payers private.codes private.vouchers',
  ),
  ...because(
    'bounded by the catalogue',
    `public.movies public.series public.episodes public.subtitles public.sign_videos public.movie_categories public.featured_films public.banners
    public.front_page_rows private.list_entries
    private.streams private.title_directory private.search_entries private.search_suffixes private.genre_titles
    private.genre_counts private.person_titles private.similar_titles private.similar_title_checks private.title_topics
    private.category_renames private.category_names private.subtitle_checks private.audio_checks private.sign_checks storage.buckets`,
  ),
  ...because(
    'bounded by people and what they keep',
    `private.profiles public.admin_users public.terms_versions public.terms_acceptances private.suspensions private.recovery_codes
    public.saved_filters public.reviews public.review_votes public.forum_reactions private.notification_settings public.watchlist
    public.watch_progress private.payment_customers public.notification_counts
    private.member_directory private.subscription_directory private.storage_usage auth.users auth.identities auth.mfa_factors
    auth.webauthn_credentials`,
  ),
  ...because(
    'bounded by what people wrote and uploaded',
    `public.forum_topics public.forum_posts private.hidden_texts private.forum_lists private.forum_blocks
    storage.objects`,
  ),
  ...because(
    'set up by operators or migrations',
    `private.code_keys private.settings private.personal_data private.admin_setup private.reserved_names private.storage_quotas
    private.retention_rules public.plans public.passes public.forum_categories platform.settings platform.migrations
    platform.migration_checksums supabase_migrations.schema_migrations storage.migrations auth.schema_migrations auth.instances
    auth.oauth_clients auth.sso_providers auth.sso_domains auth.saml_providers`,
  ),
  ...because(
    'one row a day, or a few in all',
    'private.daily_statistics private.row_count_shards private.subscriber_hours private.payment_days private.receipt_counters private.audit_chain private.service_parts private.sign_of_life',
  ),
  ...because(
    'a queue: a job takes every row out',
    `private.jobs private.pending_views private.pending_review_votes private.pending_reactions private.upload_checks private.stale_days private.subscriber_changes private.words_to_check
    private.unsealed_audit_entries platform.unused_files platform.collected_notices`,
  ),
  ...because('purge_search_words', 'private.search_words'),
  ...because('seal_audit_log removes what belongs to deleted entries', 'private.audit_seals'),
  ...because('goes with its media job', 'private.media_runs'),
  ...because('the worker that ends a media job removes them', 'private.media_pieces'),
  ...because('goes with its outage', 'private.settled_outages'),
  ...because('goes with its deleted row', 'private.deleted_files'),
  ...because('purge_playback_sessions', 'private.playback_sessions'),
  ...because('goes with its playback session', 'private.cast_addresses'),
  ...because('bounded per download device, and goes with it', 'private.offline_licences'),
  ...because(
    'purge_sessions, and what belongs to a session',
    'auth.sessions auth.refresh_tokens auth.mfa_amr_claims private.device_sessions',
  ),
  ...because('purge_account_events', 'auth.audit_log_entries'),
  ...because(
    'sweep_auth',
    `auth.one_time_tokens auth.flow_state auth.oauth_client_states auth.mfa_challenges auth.webauthn_challenges
    auth.saml_relay_states platform.rate_limits platform.ended_sessions platform.known_devices platform.pending_sign_ups
    platform.pending_links`,
  ),
  ...because('sweep_realtime', 'realtime.changes realtime.messages realtime.message_outbox'),
  ...because(
    'sweep_storage',
    'platform.uploads storage.s3_multipart_uploads storage.s3_multipart_uploads_parts',
  ),
};

function because(reason: string, tables: string): Record<string, string> {
  return Object.fromEntries(tables.split(/\s+/).map((table) => [table, reason]));
}
