import type { ProblemType } from './problem-type.ts'

/** Who may not do what. */
export const access = {
  unauthorized: {
    status: [401],
    meaning: 'The operation needs a credential and the request carries none.',
    advice: 'Send Authorization: ApiKey <key>, X-Api-Key: <key> or Authorization: Bearer <access token>.',
  },
  'malformed-authorization': {
    status: [401],
    meaning: 'The Authorization header has neither of the two forms.',
    advice: 'Write "ApiKey <key>" or "Bearer <token>".',
  },
  'two-credentials': {
    status: [401],
    meaning: 'Authorization and X-Api-Key came together, so it is not clear who calls.',
    advice: 'Send one of them.',
  },
  'malformed-key': {
    status: [401],
    meaning: 'The API key has the wrong form or a wrong checksum: a letter was lost or changed.',
    advice: 'Copy the key again, whole.',
  },
  'unknown-key': {
    status: [401],
    meaning: 'The API key is unknown or was revoked.',
    advice: 'Ask whoever administers the tenant for a new one. Do not retry.',
  },
  'invalid-token': {
    status: [401],
    meaning: 'The access token is malformed, forged, expired or revoked.',
    advice: 'Refresh it once; where that fails, have the user sign in again.',
  },
  expired: {
    status: [401],
    meaning: 'The credential was good and has run out: a token past its time, or an old key after a reset.',
    advice: 'Refresh the token, or use the new key.',
  },
  forbidden: {
    status: [403],
    meaning: 'The credential is good, but may not do this.',
    advice: 'The detail says what is missing.',
  },
  'insufficient-scope': {
    status: [403],
    meaning: 'The credential does not hold the scope that the operation needs, or would hand out more than it holds.',
    advice: 'Have the scope named in the detail granted.',
  },
  'beyond-chapters': {
    status: [403],
    meaning: 'The caller is limited to chapters, and the change would reach further than the contacts of these.',
    advice: 'Leave it to staff who see the whole tenant: value lists, and what is shared with contacts outside.',
  },
  'address-not-listed': {
    status: [403],
    meaning: 'The credential works only from certain addresses, and this is none of them.',
    advice: 'Have the address added to the list of the credential.',
  },
} as const satisfies Record<string, ProblemType>
