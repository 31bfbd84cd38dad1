import { qualityInput } from '@lakou/contract/playback/inputs';
import type { Database } from '@lakou/platform/database';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Environment } from '../../http/environment.ts';
import { tooManyRequests } from '../../http/refusals.ts';
import { requestId } from '../../http/request-id.ts';
import { RequestLimit } from '../../http/request-limit.ts';
import { countryOfZone } from './country-of-zone.ts';
import { deviceClass } from './device-class.ts';

/** A minute from one address: a player sends one, and a quarter of the players of a neighbourhood do. */
const REPORTS_PER_ADDRESS = 120;

/** `POST /playback-quality`: how well a film plays. Outside of `/stream`, so that no cookie of a playback comes with it. */
export function mountQuality(database: Database): Hono<Environment> {
  const limit = new RequestLimit(REPORTS_PER_ADDRESS);
  const app = new Hono<Environment>();
  app.post('/playback-quality', bodyLimit({ maxSize: 1000, onError: badReport }), async (context) => {
    const { address, incoming } = context.env;
    const wait = limit.wait(address);
    if (wait > 0) return tooManyRequests(wait, requestId(incoming));
    const site = incoming.headers['sec-fetch-site'] ?? 'none';
    if (site !== 'same-origin' && site !== 'none') return badReport();
    const report = qualityInput.safeParse(await context.req.json().catch(() => undefined));
    if (!report.success) return badReport();
    const { id, zone, codec, ...numbers } = report.data;
    const [row] = await database.query<{ stored: boolean }>(
      'select private.report_quality($1, $2, $3, $4, $5) as stored',
      [countryOfZone(zone), deviceClass(incoming.headers['user-agent']), codec, id, JSON.stringify(numbers)],
    );
    return row?.stored ? new Response(null, { status: 204 }) : badReport();
  });
  return app;
}

function badReport(): Response {
  const answer = { error: 'bad_report', message: 'This is no report of how a film played.' };
  return Response.json(answer, { status: 400, headers: { 'cache-control': 'no-store' } });
}
