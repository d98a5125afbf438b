import type { ProblemType } from './problem-type.ts'

/** Problems of authentication and authorization. */
export const access = {
  unauthorized: {
    status: [401],
    meaning: 'The operation requires a credential, and the request contains none.',
    advice:
      'Send Authorization: ApiKey <key>, X-Api-Key: <key>, or Authorization: Bearer with a key or an access token.',
  },
  'malformed-authorization': {
    status: [401],
    meaning: 'The Authorization header has neither of the two forms.',
    advice: 'Write "ApiKey <key>" or "Bearer <key or token>".',
  },
  'two-credentials': {
    status: [401],
    meaning: 'The request contains two different credentials, so the caller is ambiguous.',
    advice: 'Send one of them.',
  },
  'malformed-key': {
    status: [401],
    meaning: 'The API key has the wrong form or a wrong checksum: a character is missing or different.',
    advice: 'Copy the whole key again.',
  },
  'unknown-key': {
    status: [401],
    meaning: 'The API key is unknown or was revoked.',
    advice: 'Ask an administrator of the tenant for a new one. Do not retry.',
  },
  'invalid-token': {
    status: [401],
    meaning: 'The access token is malformed, forged, expired or revoked.',
    advice: 'Refresh it once. If that fails, let the user sign in again.',
  },
  'origin-not-listed': {
    status: [403],
    meaning: 'A page of another site called the server for models.',
    advice: 'Call it from a program, or list the origin of the page for CORS in the tenant or the client.',
  },
  expired: {
    status: [401],
    meaning: 'The credential has expired: a token after its lifetime, or an old key after a reset.',
    advice: 'Refresh the token, or use the new key.',
  },
  forbidden: {
    status: [403],
    meaning: 'The credential is valid, but does not allow this.',
    advice: 'The detail states what is missing.',
  },
  'insufficient-scope': {
    status: [403, 401],
    meaning: 'The credential lacks the scope that the operation requires, or would grant more than it has.',
    advice: 'Ask for the scope that the detail and the challenge name. Application permissions return it as 401.',
  },
  'beyond-chapters': {
    status: [403],
    meaning: 'The caller is limited to chapters, and the change would affect more than the contacts of these.',
    advice: 'Ask staff with access to the whole tenant: value lists, and records shared with other contacts, need it.',
  },
  'address-not-listed': {
    status: [403, 401],
    meaning: 'The credential works only from certain addresses, and the request comes from another.',
    advice: 'Ask to add the address to the list of the credential.',
  },
  'not-a-member': {
    status: [403],
    meaning: 'The operation is for signed-in members, and the credential is not the access token of one.',
    advice: 'Let a member sign in: request the scope self at /oauth2/authorize.',
  },
  'person-needed': {
    status: [403],
    meaning: 'The operation is about the login of the person that calls, and the credential is not that of one.',
    advice: 'Use an access token that a person has allowed at /oauth2/authorize. Second factors need a login of staff.',
  },
  'members-only': {
    status: [403],
    meaning: 'The content is for members, or for members of a group, and the caller is not one of them.',
    advice: 'A membership must be active, or treated as such, for the member or a contact that it can act for.',
  },
  'submission-closed': {
    status: [403],
    meaning: 'The caller can view the calendar, but the calendar does not accept proposals from it.',
    advice: 'Ask the staff of the tenant.',
  },
} as const satisfies Record<string, ProblemType>
