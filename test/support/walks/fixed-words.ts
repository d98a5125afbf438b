/** Parameters that are not ids of tables of a tenant. The callers of walks have no sessions, passkeys or consents. */
export const FIXED_WORDS = {
  auditid: '1',
  sessionid: '1',
  passkeyid: '1',
  clientid: 'ghi_1_unknown',
  screenkey: 'contacts',
  list: 'statuses',
  kind: 'experience',
}
