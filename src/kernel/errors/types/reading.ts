import type { ProblemType } from './problem-type.ts'

/** What cannot be read: malformed, or not of the documented form. */
export const reading = {
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
} as const satisfies Record<string, ProblemType>
