const ALPHABET = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
/** As in ISO 3166: of no country that we know. */
const UNKNOWN_COUNTRY = 'ZZ';

let zones: Map<string, string> | undefined;

/** The country of a browser's time zone: close enough to compare, without looking up anybody's address. */
export function countryOfZone(zone: string): string {
  zones ??= readZones();
  return zones.get(zone) ?? UNKNOWN_COUNTRY;
}

function readZones(): Map<string, string> {
  const found = new Map<string, string>();
  for (const first of ALPHABET)
    for (const second of ALPHABET) {
      const country = first + second;
      for (const zone of new Intl.Locale(`und-${country}`).getTimeZones?.() ?? [])
        if (!found.has(zone)) found.set(zone, country);
    }
  return found;
}
