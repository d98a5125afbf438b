import autocannon, { type Request } from 'autocannon'
import type { Ask } from '../workloads.ts'

/** One cell: what a contestant did in its time. */
export interface Cell {
  /** Answers per second. */
  rate: number
  /** Milliseconds. */
  p50: number
  p99: number
}

export interface Load {
  origin: string
  headers: Record<string, string>
  connections: number
  seconds: number
}

/** Asks one contestant for the given time. Any answer but 2xx ends the run: fast refusals are no result. */
export const measure = async (load: Load, next: () => Ask): Promise<Cell> => {
  const result = await autocannon({
    url: load.origin,
    connections: load.connections,
    duration: load.seconds,
    requests: [{ setupRequest: (request) => filled(request, load.headers, next()) }],
  })
  const failed = result.non2xx + result.errors + result.timeouts
  if (failed > 0 || result['2xx'] === 0) {
    throw new Error(`${failed} of ${result.requests.total} requests to ${load.origin} failed: ${next().path}`)
  }
  return { rate: result['2xx'] / result.duration, p50: result.latency.p50, p99: result.latency.p99 }
}

const filled = (request: Request, headers: Record<string, string>, { method, path, body }: Ask): Request => ({
  ...request,
  method,
  path,
  headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
  ...(body !== undefined && { body }),
})

/** The middle one; of an even number the mean of both. */
export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const [below = Number.NaN, above = Number.NaN] = [sorted[middle - 1], sorted[middle]]
  return sorted.length % 2 === 1 ? above : (below + above) / 2
}
