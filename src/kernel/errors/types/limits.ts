import type { ProblemType } from './problem-type.ts'

/** Problems of size, time and availability. */
export const limits = {
  'request-timeout': {
    status: [408],
    meaning: 'The headers or the body arrived too slowly.',
    advice: 'Send the request again on a new connection.',
  },
  'body-too-large': {
    status: [413],
    meaning:
      'The body is larger than the operation accepts (1 MiB unless the operator or the operation states otherwise).',
    advice: 'Send less at once.',
  },
  'url-too-long': {
    status: [414],
    meaning: 'A segment of the path is longer than 500 characters.',
    advice: 'Put long values into the body or the query.',
  },
  'range-not-satisfiable': {
    status: [416],
    meaning: 'The Range of the request begins after the end of the file. Content-Range contains its size.',
    advice: 'Read the file from the beginning.',
  },
  'unsupported-media-type': {
    status: [415],
    meaning: 'The operation does not accept bodies of this Content-Type.',
    advice: 'Send application/json, unless the operation names another type.',
  },
  'rate-limited': {
    status: [429],
    meaning: 'The credential, the tenant or the address has used the tokens of this minute.',
    advice: 'Wait as many seconds as Retry-After states. RateLimit shows the remaining tokens.',
  },
  'headers-too-large': {
    status: [431],
    meaning: 'The request line and headers are larger than 16 KiB together.',
    advice: 'Send fewer or shorter headers; put long values into the body.',
  },
  'internal-error': {
    status: [500],
    meaning: 'The server failed unexpectedly.',
    advice: 'Report it with the requestId. A POST can be repeated safely with the same Idempotency-Key.',
  },
  unavailable: {
    status: [503],
    meaning: 'A service that the server needs is unavailable or overloaded, or the server is shutting down.',
    advice: 'Try again after as many seconds as Retry-After states, with increasing pauses.',
  },
} as const satisfies Record<string, ProblemType>
