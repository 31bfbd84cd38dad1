import { supabase } from '#lib/supabase.ts';

/** Has a security key or passkey answer the factor's challenge, which raises the session to aal2. */
export async function showSecurityKey(factorId: string): Promise<void> {
  const { auth } = await supabase();
  const site = { rpId: location.hostname, rpOrigins: [location.origin] };
  const { data, error } = await auth.mfa.challenge({ factorId, webauthn: site });
  if (error) throw error;
  const { webauthn } = data;
  // Not the client's `register`, which refuses the phone or computer itself as a key.
  const answer =
    webauthn.type === 'create'
      ? await navigator.credentials.create(webauthn.credential_options as CredentialCreationOptions)
      : await navigator.credentials.get(webauthn.credential_options as CredentialRequestOptions);
  const verified = await auth.mfa.verify({
    factorId,
    challengeId: data.id,
    webauthn: { ...site, type: webauthn.type, credential_response: answer as never },
  });
  if (verified.error) throw verified.error;
}

/** Adds a security key or passkey as second factor; the session is at aal2 afterwards. */
export async function addSecurityKey(friendlyName: string): Promise<void> {
  const { auth } = await supabase();
  const { data, error } = await auth.mfa.enroll({ factorType: 'webauthn', friendlyName });
  if (error) throw error;
  try {
    await showSecurityKey(data.id);
  } catch (failure) {
    // Cancelled or refused: the name is free again.
    await auth.mfa.unenroll({ factorId: data.id });
    throw failure;
  }
}
