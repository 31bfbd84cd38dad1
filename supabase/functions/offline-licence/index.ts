import { type LicenceInput, licenceInput } from '@lakou/contract/playback/inputs';
import type { OfflineLicence } from '@lakou/contract/playback/responses';
import { type Caller, requireCaller } from '../_shared/caller.ts';
import { serviceClient } from '../_shared/clients.ts';
import { databaseRefusal } from '../_shared/database-refusal.ts';
import { describeDevice } from '../_shared/describe-device.ts';
import { readInput } from '../_shared/read-input.ts';
import { failureOf, Refusal } from '../_shared/refusal.ts';
import { requireMethod, serveFunction } from '../_shared/serve-function.ts';
import { encryptFor, importPublicKey } from './encrypt-key.ts';

/** A licence to keep a film on this device, with the film's key encrypted for it: see decision record 0088. */
export default serveFunction(async (request) => {
  requireMethod(request, 'POST');
  const caller = requireCaller(request);
  const input = await readInput(request, licenceInput, { status: 400, key: 'input_invalid' });
  const publicKey = await importPublicKey(input.publicKey);
  if (!publicKey) throw new Refusal(400, 'input_invalid');
  const name = describeDevice(request.headers.get('user-agent') ?? '');
  const licence = await issueLicence(caller, input, name);
  const key = await encryptFor(publicKey, await readKey(licence.licence));
  const answer: OfflineLicence = { ...licence, key };
  return Response.json(answer, { headers: { 'cache-control': 'no-store' } });
});

/** The database authorises and writes the licence in one transaction. */
async function issueLicence(
  { client }: Caller,
  { device, publicKey, wanted }: LicenceInput,
  device_name: string,
): Promise<Omit<OfflineLicence, 'key'>> {
  const title =
    'stream' in wanted ? { stream_id: wanted.stream } : { media_type: wanted.mediaType, media_id: wanted.id };
  const { data, error, status } = await client.rpc('issue_offline_licence', {
    device,
    public_key: publicKey,
    device_name,
    ...title,
  });
  if (error) throw databaseRefusal('issue_offline_licence', status, error);
  return data as unknown as Omit<OfflineLicence, 'key'>;
}

/** No caller can read a key: the service alone, for a licence that the caller was just given. */
async function readKey(licence: string): Promise<Uint8Array<ArrayBuffer>> {
  const { data, error, status } = await serviceClient().rpc('read_licence_key', { licence });
  if (error) throw failureOf('read_licence_key', status, error);
  const { key } = (data ?? {}) as { key?: string };
  // Withdrawn in between.
  if (key === undefined) throw new Refusal(404, 'video_not_available');
  return Uint8Array.from(atob(key), (character) => character.charCodeAt(0));
}
