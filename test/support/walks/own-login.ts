/** The version in paths, and parameters of the own login. The callers of walks have no sessions, passkeys or consents. */
export const OWN_LOGIN_WORDS = { auditid: '1', sessionid: '1', passkeyid: '1', clientid: 'ghi_1_unknown' }
