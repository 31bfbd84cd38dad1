/** What `request_device_code` answers. The secret stays in the device; the code is shown. */
export interface DeviceCode {
  device_secret: string;
  user_code: string;
  /** Seconds until the code is worth nothing. */
  expires_in: number;
  /** Seconds between two questions of the device. */
  interval: number;
}

/** What `claim_device_session` answers. With the refresh token the device begins its session at the auth service. */
export type DeviceClaim =
  | { result: 'device_waiting' | 'device_slow_down' | 'device_denied' | 'code_expired' }
  | { result: 'device_signed_in'; refresh_token: string };

/** What `read_device_code` answers: the device that shows the code, or an error key. */
export type DeviceRequest =
  | {
      result: 'code_valid';
      user_agent: string;
      /** Part of an address, such as `190.115.176.x`. */
      network: string;
      /** Whether the device and the caller reach us from the same address. */
      same_connection: boolean;
      created_at: string;
      expires_at: string;
    }
  | { result: string & {} };

/** What `answer_device_code` answers: one of these, or an error key. */
export interface DeviceAnswer {
  result: 'device_approved' | 'device_denied' | (string & {});
}
