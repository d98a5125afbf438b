/** What a problem's code stands for: the statuses it comes with, what it means and what the caller can do about it. */
export interface ProblemType {
  readonly status: readonly number[]
  readonly meaning: string
  readonly advice: string
}

/**
 * Every code that an answer may carry, by status. /reference/problems and docs/integrators.md are made from this table,
 * and Problem takes no code that is not in it.
 */
export const problemTypes = {
  'bad-request': {
    status: [400, 405, 406],
    meaning: 'The request cannot be taken as it is; the detail says why.',
    advice: 'Put right what the detail names. Repeating it unchanged gives the same answer.',
  },
  'malformed-request': {
    status: [400],
    meaning: 'What came over the connection is not valid HTTP/1.1, or its length is given twice.',
    advice: 'Use an HTTP client library. Behind a proxy, look at what the proxy sends on.',
  },
  'malformed-url': {
    status: [400],
    meaning: 'The path holds a percent sign that is not followed by two hexadecimal digits of UTF-8.',
    advice: 'Percent-encode path segments as UTF-8.',
  },
  'malformed-json': {
    status: [400],
    meaning: 'The body is not valid JSON.',
    advice: 'Send one JSON document in UTF-8; the detail names the place.',
  },
  'too-deep': {
    status: [400],
    meaning: 'The body is nested deeper than 32 levels.',
    advice: 'Flatten the document. No documented shape comes near that depth.',
  },
  'invalid-text': {
    status: [400],
    meaning: 'A text holds what cannot be stored: the NUL character, or half of a surrogate pair.',
    advice: 'Remove these characters; errors names the field.',
  },
  'invalid-content-length': {
    status: [400],
    meaning: 'The body is not as long as Content-Length says.',
    advice: 'Leave Content-Length to the HTTP client.',
  },
  'empty-body': {
    status: [400],
    meaning: 'Content-Type announces JSON, but there is no body.',
    advice: 'Send the document, or leave Content-Type out.',
  },
  'invalid-input': {
    status: [400],
    meaning: 'A field, parameter or header has a value that cannot be read or is not allowed.',
    advice: 'errors names every one of them: a JSON pointer into the body, or query:, path: or header: and its name.',
  },
  'tenant-needed': {
    status: [400],
    meaning: 'A global credential was used without naming the tenant.',
    advice: 'Send the key of the tenant in X-Tenant-Key.',
  },
  'unknown-tenant': {
    status: [400, 401],
    meaning: 'X-Tenant-Key names no tenant or not the one of this credential, or the tenant of the credential is gone.',
    advice: 'Correct the header. A credential of one tenant needs none.',
  },
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
  'address-not-listed': {
    status: [403],
    meaning: 'The credential works only from certain addresses, and this is none of them.',
    advice: 'Have the address added to the list of the credential.',
  },
  'not-found': {
    status: [404],
    meaning: 'There is no such record. A record of another tenant is answered in exactly the same way.',
    advice: 'Check the id and the tenant of the credential.',
  },
  'no-such-route': {
    status: [404],
    meaning: 'No operation has this method and path.',
    advice: 'Compare with the API reference. It lists what this server has.',
  },
  'request-timeout': {
    status: [408],
    meaning: 'The headers or the body came too slowly.',
    advice: 'Send the request again, on a new connection.',
  },
  'stale-audit-id': {
    status: [409],
    meaning: 'The record has changed since it was read, or no version was named. AuditId carries the current one.',
    advice: 'Read the record, apply the change to what it is now, and send its AuditId.',
  },
  duplicate: {
    status: [409],
    meaning: 'Another record has the same key or name.',
    advice: 'Choose another, or change the record that is there.',
  },
  'idempotency-running': {
    status: [409],
    meaning: 'The first request with this Idempotency-Key has not been answered yet.',
    advice: 'Wait a moment and send the same request again.',
  },
  'idempotency-answer-lost': {
    status: [409],
    meaning: 'The first request with this Idempotency-Key was carried out, but its answer was lost in a crash.',
    advice: 'Read the record. Do not repeat the request with a new key: that would do it twice.',
  },
  'in-use': {
    status: [409],
    meaning: 'The record cannot be deleted while others use it.',
    advice: 'Change or delete those first, or deactivate this one where the operation offers it.',
  },
  'not-awaiting-review': {
    status: [409],
    meaning: 'The certification does not await review, or was decided on already.',
    advice: 'Read it again.',
  },
  'possible-duplicate': {
    status: [409],
    meaning: 'A contact that may be the same exists already; candidates names it.',
    advice: 'Use that one. Where it is somebody else, send forceSave true.',
  },
  'not-deleted': {
    status: [409],
    meaning: 'The contact is not deleted, so there is nothing to restore.',
    advice: 'Read it again.',
  },
  merged: {
    status: [409],
    meaning: 'The contact ended in a merge; what it held belongs to the winner, which mergedIntoId names.',
    advice: 'Work with the winner.',
  },
  'precondition-failed': {
    status: [412],
    meaning: 'If-Match names another version than the current one, which AuditId carries.',
    advice: 'Read the record and try again with its ETag.',
  },
  'body-too-large': {
    status: [413],
    meaning: 'The body is larger than the operation takes (1 MiB unless the operator or the operation says otherwise).',
    advice: 'Send less at once.',
  },
  'url-too-long': {
    status: [414],
    meaning: 'A segment of the path is longer than 500 characters.',
    advice: 'Put long values into the body or the query.',
  },
  'unsupported-media-type': {
    status: [415],
    meaning: 'The operation does not read bodies of this Content-Type.',
    advice: 'Send application/json, unless the operation names another type.',
  },
  'unknown-reference': {
    status: [422],
    meaning: 'The input refers to a record that does not exist, or deletes one that others still refer to.',
    advice: 'Check the ids in the input.',
  },
  'too-many': {
    status: [422],
    meaning: 'The record holds, or the caller has, as many of these as are allowed. The detail names the number.',
    advice: 'Delete some that are no longer needed.',
  },
  'wrong-contact-type': {
    status: [422],
    meaning: 'The type of the relationship is for another kind of contact: an individual, an organization, staff.',
    advice: 'Choose a type that fits both sides, or turn the relationship round.',
  },
  'wrong-category-type': {
    status: [422],
    meaning: 'The category is of a type that this record does not take.',
    advice: 'Choose a category from a list of a type that fits.',
  },
  'contact-in-use': {
    status: [422],
    meaning: 'The contact cannot be deleted while money, a membership or a seat of staff hangs on it.',
    advice: 'The detail says which. Settle or end that first.',
  },
  'tenant-organization': {
    status: [422],
    meaning: 'The contact is the organization that the tenant itself is: it is neither deleted nor merged into another.',
    advice: 'Merge the other way round.',
  },
  'different-contact-types': {
    status: [422],
    meaning: 'An individual and an organization cannot be merged.',
    advice: 'Choose two of the same type.',
  },
  'self-relationship': {
    status: [422],
    meaning: 'A contact cannot be related to itself.',
    advice: 'Name another contact.',
  },
  'relationship-cycle': {
    status: [422],
    meaning: 'The relationship would put a contact above itself.',
    advice: 'Look at the hierarchy; end the relationship that stands in the way first.',
  },
  'communication-sent': {
    status: [422],
    meaning: 'The communication is no draft any more: only its status and its category can change.',
    advice: 'Record a new one.',
  },
  'status-fixed': {
    status: [422],
    meaning: 'This status is given by the server, or cannot follow on the present one.',
    advice: 'Leave Status out; the operation describes what can be set.',
  },
  'opted-out': {
    status: [422],
    meaning: 'The contact left the group by its own wish.',
    advice: 'Respect it. Where the contact asked to come back, send forceSave.',
  },
  'opt-in-disallowed': {
    status: [422],
    meaning: 'Contacts cannot join this group by themselves.',
    advice: 'Have staff add the contact.',
  },
  'opt-out-disallowed': {
    status: [422],
    meaning: 'Contacts cannot leave this group by themselves.',
    advice: 'Have staff remove the contact.',
  },
  'too-many-permissions': {
    status: [422],
    meaning: 'The tenant has as many API keys, or OAuth clients, as are allowed.',
    advice: 'Delete some that are no longer needed.',
  },
  'address-list-needed': {
    status: [422],
    meaning: 'A global credential needs the addresses that it may be used from.',
    advice: 'Fill GlobalApiKeyIPAddressWhitelist with addresses or CIDR ranges.',
  },
  'redirect-url-needed': {
    status: [422],
    meaning: 'A public OAuth client needs at least one address to send its users back to.',
    advice: 'Fill GlobalOAuthRedirectUrls.',
  },
  'client-kind-fixed': {
    status: [422],
    meaning: 'Whether an OAuth client is public or keeps a secret cannot be changed once it is made.',
    advice: 'Make another client.',
  },
  'public-client': {
    status: [422],
    meaning: 'A public OAuth client has no secret that could be reset.',
    advice: 'Use PKCE, which needs none.',
  },
  'idempotency-key-reused': {
    status: [422],
    meaning: 'The Idempotency-Key was used for a different request before.',
    advice: 'Make a new key for each new request; keep it only for repeats of the same.',
  },
  'rate-limited': {
    status: [429],
    meaning: 'More requests in this minute than the credential, the tenant or the address may send.',
    advice: 'Wait as many seconds as Retry-After says. RateLimit shows what is left before it comes to that.',
  },
  'headers-too-large': {
    status: [431],
    meaning: 'The request line and headers are larger than 16 KiB together.',
    advice: 'Send fewer or shorter headers; put long values into the body.',
  },
  'internal-error': {
    status: [500],
    meaning: 'Something went wrong on the side of the server.',
    advice: 'Report it with the requestId. A POST may be repeated safely with the same Idempotency-Key.',
  },
  unavailable: {
    status: [503],
    meaning: 'Something that the server needs is away or overloaded, or the server is shutting down.',
    advice: 'Try again after as many seconds as Retry-After says, with growing pauses.',
  },
} as const satisfies Record<string, ProblemType>

export type ProblemCode = keyof typeof problemTypes

/** The codes that may come with a status. */
export type CodeOf<Status extends number> = {
  [Code in ProblemCode]: Status extends (typeof problemTypes)[Code]['status'][number] ? Code : never
}[ProblemCode]
