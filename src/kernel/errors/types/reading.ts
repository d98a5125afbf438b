import type { ProblemType } from './problem-type.ts'

/** Input that cannot be parsed: malformed, or not of the documented form. */
export const reading = {
  'bad-request': {
    status: [400, 406],
    meaning: 'The request cannot be processed. The detail states why.',
    advice: 'Correct what the detail names. Repeating the request unchanged has the same result.',
  },
  'malformed-request': {
    status: [400],
    meaning: 'The data on the connection is not valid HTTP/1.1, or its length or host is given twice.',
    advice: 'Use an HTTP client library. Behind a proxy, check what the proxy forwards.',
  },
  'method-not-allowed': {
    status: [405],
    meaning: 'The path exists, but not with this method.',
    advice: 'Use a method of the header Allow.',
  },
  'expectation-failed': {
    status: [417],
    meaning: 'The header Expect has another value than 100-continue.',
    advice: 'Leave the header out.',
  },
  'malformed-url': {
    status: [400],
    meaning: 'The path contains a percent sign that is not followed by two hexadecimal digits of UTF-8.',
    advice: 'Percent-encode path segments as UTF-8.',
  },
  'malformed-json': {
    status: [400],
    meaning: 'The body is not valid JSON.',
    advice: 'Send one JSON document in UTF-8. The detail states the position of the error.',
  },
  'too-deep': {
    status: [400],
    meaning: 'The body is nested deeper than 32 levels.',
    advice: 'Flatten the document. No documented shape is nested nearly as deep.',
  },
  'invalid-text': {
    status: [400],
    meaning: 'A text contains what cannot be stored: the NUL character, or half of a surrogate pair.',
    advice: 'Remove these characters. `errors` names the field.',
  },
  'invalid-content-length': {
    status: [400],
    meaning: 'The length of the body differs from Content-Length.',
    advice: 'Let the HTTP client set Content-Length.',
  },
  'empty-body': {
    status: [400],
    meaning: 'Content-Type announces JSON, but there is no body.',
    advice: 'Send the document, or leave Content-Type out.',
  },
  'invalid-input': {
    status: [400],
    meaning: 'A field, parameter or header has a value that cannot be parsed or is not allowed.',
    advice:
      'Correct each of them. `errors` has a JSON pointer into the body, or query:, path: or header: and its name.',
  },
  'tenant-needed': {
    status: [400],
    meaning: 'A global credential was used without a tenant.',
    advice: 'Send the key of the tenant in X-Tenant-Key.',
  },
  'unknown-tenant': {
    status: [400, 401],
    meaning:
      'X-Tenant-Key does not match an existing tenant or the tenant of this credential, or the tenant was deleted.',
    advice: 'Correct the header. A credential of one tenant needs none.',
  },
  'invalid-signature': {
    status: [400],
    meaning: 'The event has no valid signature of the payment processor for this tenant.',
    advice:
      'Check the signing secret of the address at the processor. The operator stores it with guildhall processor connect.',
  },
} as const satisfies Record<string, ProblemType>
