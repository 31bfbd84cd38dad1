import { fixture } from './fixtures.ts';
import { idOf } from './people.ts';
import { playAFilm } from './playing.ts';
import { signedIn, withFactor } from './signed-in.ts';
import type { Actor, As } from './world.ts';

const me = idOf.mimose;
/** A hash that counts somebody, as in watch_rollups. */
export const HASH = 770077001;

/** Gives Mimose a row in every table with personal data. */
export async function liveALittle(as: As) {
  const owner = as('owner');
  await owner.query(`update private.profiles set phone = '+509 7777 0001' where id = $1`, me);
  await owner.query(
    `update auth.users set email_confirmed_at = now(), phone = '50934567890' where id = $1`,
    me,
  );
  await owner.query(
    `insert into auth.identities (provider_id, user_id, identity_data, provider) values ('g-77', $1, $2, 'google')`,
    me,
    { email: 'mimose@example.test', name: 'Mimose Pierre' },
  );
  await owner.query(
    `insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to)
      values (gen_random_uuid(), $1, 'recovery_token', 'hash-of-a-link', 'mimose@example.test')`,
    me,
  );
  await owner.query(
    `insert into platform.known_devices (token_hash, user_id) values ('hash-of-a-link', $1)`,
    me,
  );
  await owner.query(
    `insert into auth.webauthn_credentials (user_id, credential_id, public_key, friendly_name)
      values ($1, 'hash-of-a-link', 'key', 'Mimose’s phone')`,
    me,
  );
  await owner.query(
    `insert into auth.webauthn_challenges (user_id, challenge_type, session_data, expires_at)
      values ($1, 'registration', '{"challenge": "SEKRE"}', now())`,
    me,
  );
  await owner.query(
    `insert into auth.flow_state (id, user_id, provider_type, authentication_method, created_at)
      values (gen_random_uuid(), $1, 'email', 'email', now())`,
    me,
  );
  // As hosted Supabase writes its log: with names.
  await owner.query(
    `insert into auth.audit_log_entries (id, payload, created_at, ip_address)
      values (gen_random_uuid(), $1, now() - interval '1 hour', '203.0.113.77')`,
    { action: 'login', actor_id: me, actor_username: 'mimose@example.test', actor_name: 'Mimose Pierre' },
  );
  const factor = await withFactor(as, 'mimose');
  const mimose = await signedIn(as, 'mimose', { aal: 'aal2' });
  await leaveElsewhere(as, mimose, factor);
  await mimose.query('select make_recovery_codes()');
  await mimose.query('select increment_topic_view($1)', fixture.topic);
  await mimose.query('insert into review_votes (review_id) values ($1)', fixture['review of a series']);
  await mimose.query(
    `insert into forum_reactions (post_id, kind) values ($1, 'heart')`,
    fixture['topic of solange'],
  );
  await mimose.query(`select set_notification_settings('email', 'app')`);
  const playing = await playAFilm(as, mimose);
  await mimose.query(
    `select issue_offline_licence(gen_random_uuid(), $1, 'Mimose’s phone', stream_id => $2)`,
    'A'.repeat(392),
    playing.stream,
  );
  await owner.query(`insert into admin_users values ($1, 'editor')`, me);
  // After the role: it ends the televisions that there are.
  await owner.query(
    `insert into private.device_requests (code_hash, secret_hash, user_agent, network, address_hash, status, user_id, confirmed_in)
      values ('hash-of-a-link', 'hash-of-a-link', 'TV', '203.0.113.x', 'hash-of-a-link', 'used', $1, $2)`,
    me,
    mimose.session_id,
  );
  await owner.query('insert into private.device_sessions values ($1, $2)', mimose.session_id, me);
  await mimose.query(`delete from banners where id = $1`, fixture['hidden banner']);
  await mimose.query(`insert into saved_filters (list, name, filter) values ('movies', 'Pou m', 'draft')`);
  await owner.query(
    `insert into subscriptions (user_id, status, subscription_type, expires_at) values ($1, 'expired', 'monthly', now())`,
    me,
  );
  await owner.query(
    `insert into exchange_rates (rate, rate_date, source, set_by) values (130, '2026-11-02', 'BRH', $1)`,
    me,
  );
  await owner.query(
    `insert into payment_alerts (provider, reference, reason, settled_at, settled_by)
      values ('moncash', 'kept', 'order_unknown', now(), $1)`,
    me,
  );
  await owner.query(
    `insert into private.tax_rates (country, name, percent, valid_from, set_by) values ('HT', 'TCA', 10, '2026-11-02', $1)`,
    me,
  );
  await owner.query(
    `insert into private.credits (user_id, ledger_id, amount_minor) select $1, min(id), 100 from ledger`,
    me,
  );
  await owner.query(
    `insert into private.refund_requests (payment_id, order_id, requested_by, reason)
      select id, order_id, $1, 'Li mande l' from ledger order by id limit 1`,
    me,
  );
  await owner.query(
    `insert into private.paid_passes (order_id, user_id, pass, lasts, paid_at) values ($2, $1, 'day', '1 day', now())`,
    me,
    fixture.order,
  );
  await owner.query(
    `with given as (
      insert into private.gifts (giver, recipient_name, from_name, language) values ($1, 'Manmi', 'Mimose', 'ht') returning id)
    insert into private.codes (kind, gift_id, status, redeemed_by, redeemed_at)
      select 'gift', id, 'redeemed', $1, now() from given`,
    me,
  );
  await owner.query(
    `insert into private.agents (user_id, name, currency, limit_minor) values ($1, 'Boutik Mimose', 'HTG', 1)`,
    me,
  );
  await owner.query(`insert into private.payers values ($2, $1, '50937000000')`, me, fixture.order);
  await owner.query(`insert into private.payment_customers values ($1, 'stripe', 'cus_mimose')`, me);
  await owner.query(
    `insert into contact_messages (name, email, subject, message)
      values ('M. P.', 'Mimose@example.test', 'Bonjou tout moun', 'San konekte, men se mwen')`,
  );
  await liveInTheForum(as, mimose);
  await owner.query(
    `insert into storage.objects (bucket_id, name, owner, owner_id, metadata) values
      ('profile-images', $1::text || '/face.png', $1::uuid, $1::text, '{"size": 7}'),
      ('artwork', 'posters/a.jpg', $1::uuid, $1::text, '{"size": 7}')`,
    me,
  );
  return mimose;
}

/** Rows of tables that private.personal_data does not name: they hang on a session, an address or an id in JSON. */
async function leaveElsewhere(as: As, { session_id }: { session_id: string }, factor: string) {
  const owner = as('owner');
  await owner.query(
    `insert into auth.refresh_tokens (token, user_id, session_id) values ('hash-of-a-link', $1, $2)`,
    me,
    session_id,
  );
  await owner.query(
    `insert into auth.mfa_challenges (id, factor_id, created_at, ip_address)
      values (gen_random_uuid(), $1, now(), '203.0.113.77')`,
    factor,
  );
  await owner.query(
    `insert into platform.pending_links (flow_id, session_id, external_user)
      select id, $1, '{"email": "mimose@example.test"}' from auth.flow_state where user_id = $2`,
    session_id,
    me,
  );
  await owner.query(
    `insert into platform.pending_sign_ups (address, password_hash, user_data)
      values ('mimose@example.test', 'hash-of-a-link', '{"name": "Mimose Pierre"}')`,
  );
  await owner.query(
    `insert into realtime.messages (topic, extension, payload, event, private) values ('a', 'broadcast', $1, 'b', true)`,
    { member: me },
  );
  await owner.query(
    `insert into storage.s3_multipart_uploads (id, upload_signature, bucket_id, key, version, owner_id, user_metadata)
      values ('u', '', 'profile-images', $1::text || '/next.png', 'v', $1::text, '{"name": "mimose.png"}')`,
    me,
  );
  await owner.query(
    `insert into platform.uploads (id, bucket_id, name, version, record)
      values (gen_random_uuid(), 'profile-images', $1::text || '/next.png', 'v', json_build_object('owner', $1::text))`,
    me,
  );
  await owner.query(`insert into private.jobs (kind, payload) values ('mail_notifications', $1)`, {
    member: me,
  });
  await owner.query(
    `insert into private.watch_rollups (days, starts, title_id, seconds, visits, member_hashes)
      values (1, '2026-11-01', $1, 1, 1, array[$2::integer])`,
    fixture['free movie'],
    HASH,
  );
}

/** Rows of the forum: edits, replies, hidden texts, reports, moderation and a suspension. */
async function liveInTheForum(as: As, mimose: Actor) {
  await mimose.query('select edit_post($1, $2)', fixture.post, 'Mwen renmen tout fim.');
  await mimose.query(`select report('topic', $1, 'spam')`, fixture['topic of solange']);
  await as('tiJo').query(`insert into forum_posts (topic_id, content) values ($1, 'Wi')`, fixture.topic);
  await as('moderator').query(`select set_hidden('post', $1, true)`, fixture.post);
  await as('owner').query(
    `insert into private.moderation_log (moderator_id, action, target_kind, target_id) values ($1, 'lift', 'member', $1)`,
    me,
  );
  await as('owner').query(
    `insert into private.suspensions (user_id, reason, until) values ($1, 'A test', now() - interval '1 day')`,
    me,
  );
}
