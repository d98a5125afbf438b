/** What the bench uses of autocannon, which carries no types. */
declare module 'autocannon' {
  export interface Request {
    method?: string
    path?: string
    headers?: Record<string, string>
    body?: string
    /** Makes the next request of a connection. */
    setupRequest?: (request: Request) => Request
  }

  export interface Options {
    url: string
    connections: number
    /** Seconds. */
    duration: number
    requests: Request[]
    /** Milliseconds; a run ends with a sample. */
    sampleInt: number
    /** Leave the result raw. */
    skipAggregateResult: true
  }

  export interface Result {
    /** Answers by class of status. */
    '2xx': number
    non2xx: number
    errors: number
    timeouts: number
    /** Seconds that it took. */
    duration: number
    requests: { total: number }
    /** Milliseconds. */
    latency: { p50: number; p99: number }
  }

  /** Of one thread, not yet worked out. */
  type RawResult = { readonly raw: unique symbol }

  const autocannon: {
    (options: Options): Promise<RawResult>
    aggregateResult(results: RawResult[], options: Options): Result
  }
  export default autocannon
}
