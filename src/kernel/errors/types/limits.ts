import type { ProblemType } from './problem-type.ts'

/** Too large, too slow, too often, or the server cannot just now. */
export const limits = {
  'request-timeout': {
    status: [408],
    meaning: 'The headers or the body came too slowly.',
    advice: 'Send the request again, on a new connection.',
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
