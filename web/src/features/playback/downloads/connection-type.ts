interface Connection extends EventTarget {
  type?: string;
}

function connection(): Connection | undefined {
  return (navigator as { connection?: Connection }).connection;
}

/** Browsers on computers and iPhones do not say how they are connected. */
export function knowsConnectionType(): boolean {
  return connection()?.type !== undefined;
}

/** Wi-Fi or a cable. What is not known counts as free: nobody could turn it into a yes. */
export function isOnWifi(): boolean {
  const type = connection()?.type;
  return type === undefined || type === 'wifi' || type === 'ethernet';
}

export function listenToConnection(listener: () => void): () => void {
  const now = connection();
  now?.addEventListener('change', listener);
  return () => now?.removeEventListener('change', listener);
}
