import type { Classified } from './classified.ts';

/** Methods of `@supabase/realtime-js`. */
export const realtime: Classified = {
  RealtimeClient: [
    ['connect', 'works', 'protocol versions 1 and 2', 'realtime/catch-up'],
    ['disconnect', 'works', 'leaves all channels', 'realtime/presence'],
    ['channel removeChannel', 'works', 'public and private channels', 'realtime/channels'],
    ['removeAllChannels', 'works', 'leaves all', 'realtime/deletions'],
    ['setAuth', 'works', 'a new token for open channels', 'realtime/channels'],
    ['sendHeartbeat push', 'works', 'messages of the protocol'],
    [
      'onHeartbeat getChannels endpointURL connectionState isConnected isConnecting isDisconnecting',
      'client',
      'the state of the connection',
    ],
    ['log hasLogger', 'client', 'its log'],
  ],
  RealtimeChannel: [
    ['subscribe', 'works', 'row changes, broadcast and presence, as the policies allow', 'realtime/channels'],
    [
      'on',
      'works',
      'row changes, broadcast (also from the database, and replayed), presence',
      'realtime/database-messages',
    ],
    ['send httpSend', 'works', 'broadcast over the socket or HTTP', 'realtime/broadcast'],
    ['track untrack presenceState', 'works', 'presence', 'realtime/presence'],
    ['unsubscribe teardown', 'works', 'leaves the channel'],
    ['updateJoinPayload copyBindings', 'client', 'used by the client itself'],
  ],
  RealtimePostgresFilterBuilder: [
    ['match build', 'works', 'filters of row changes; patterns are bounded', 'realtime/changes'],
    ['eq neq gt gte lt lte in like ilike imatch is isDistinct not', 'works', 'filters of row changes'],
    ['toString', 'client', 'the filter as text'],
  ],
};
