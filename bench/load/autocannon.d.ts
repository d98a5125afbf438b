/** The types of autocannon that the bench uses. The package has no types. */
declare module 'autocannon' {
  export interface Request {
    method?: string
    path?: string
    headers?: Record<string, string>
    body?: string
    /** Returns the next request of a connection. `context` is an object that its onResponse receives too. */
    setupRequest?: (request: Request, context: object) => Request
    /** Read from the listed request, not from what setupRequest returns. */
    onResponse?: (status: number, body: string, context: object) => void
  }

  export interface Options {
    url: string
    connections: number
    /** Seconds. */
    duration: number
    requests: Request[]
    /** Interval of the samples, ms. A run ends with a sample. */
    sampleInt: number
    /** Returns the result without statistics. */
    skipAggregateResult: true
  }

  export interface Result {
    /** Number of responses by class of status. */
    '2xx': number
    non2xx: number
    errors: number
    timeouts: number
    /** Duration in seconds. */
    duration: number
    requests: { total: number }
    /** Milliseconds. */
    latency: { p50: number; p99: number }
  }

  /** The result of one thread, without statistics. */
  type RawResult = { readonly raw: unique symbol }

  const autocannon: {
    (options: Options): Promise<RawResult>
    aggregateResult(results: RawResult[], options: Options): Result
  }
  export default autocannon
}
