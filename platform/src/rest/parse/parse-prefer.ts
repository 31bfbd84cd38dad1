export interface Preferences {
  resolution?: 'merge-duplicates' | 'ignore-duplicates';
  return?: 'representation' | 'minimal' | 'headers-only';
  count?: 'exact' | 'planned' | 'estimated';
  tx?: 'commit' | 'rollback';
  missing?: 'default' | 'null';
  handling?: 'strict' | 'lenient';
  timezone?: string;
  maxAffected?: number;
  /** Unknown preferences; `handling=strict` turns them into an error. */
  invalid: string[];
}

const PREFERENCES = {
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  return: ['representation', 'minimal', 'headers-only'],
  count: ['exact', 'planned', 'estimated'],
  tx: ['commit', 'rollback'],
  missing: ['default', 'null'],
  handling: ['strict', 'lenient'],
} as const;

/** Parses the `Prefer` header. The first of two contradicting preferences wins. */
export function parsePrefer(header: string | null, allowRollback: boolean): Preferences {
  const preferences: Preferences = { invalid: [] };
  if (!header) return preferences;
  for (const part of header.split(',')) {
    const token = part.trim();
    if (token === '') continue;
    const equals = token.indexOf('=');
    const key = token.slice(0, Math.max(equals, 0));
    const value = token.slice(equals + 1);
    if (
      Object.hasOwn(PREFERENCES, key) &&
      (PREFERENCES[key as keyof typeof PREFERENCES] as readonly string[]).includes(value)
    ) {
      if (key !== 'tx' || allowRollback) {
        const known = preferences as unknown as Record<string, string>;
        known[key] ??= value;
      }
    } else if (key === 'timezone' && isTimezone(value)) preferences.timezone ??= value;
    else if (key === 'max-affected') {
      if (/^\d{1,15}$/.test(value)) preferences.maxAffected ??= Number(value);
    } else preferences.invalid.push(token);
  }
  return preferences;
}

function isTimezone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** The `Preference-Applied` header for the preferences that this kind of request honours. */
export function appliedPreferences(
  preferences: Preferences,
  honoured: readonly (keyof Preferences)[],
): string | undefined {
  const applied: string[] = [];
  const order = ['resolution', 'missing', 'return', 'count', 'tx', 'handling', 'timezone'] as const;
  for (const key of order) {
    const value = preferences[key];
    if (value !== undefined && honoured.includes(key)) applied.push(`${key}=${value}`);
  }
  if (
    preferences.maxAffected !== undefined &&
    honoured.includes('maxAffected') &&
    preferences.handling === 'strict'
  ) {
    applied.push(`max-affected=${preferences.maxAffected}`);
  }
  return applied.length > 0 ? applied.join(', ') : undefined;
}
