import { NetworkError } from './problems.ts'
import { retryAfter } from './retry-after.ts'

/** How requests are repeated. */
export interface RetryOptions {
  /** How often a request is sent at most; 5 if absent, and 1 repeats nothing. */
  attempts?: number
  /** The first pause in milliseconds; 250 if absent. Each further one is twice as long, with random jitter. */
  firstPause?: number
  /**
   * The longest pause in milliseconds; 90,000 if absent, because the limits of the server are counted per minute. A longer
   * Retry-After is not waited for: its error is thrown, and says how long.
   */
  longestPause?: number
  /** Waits. Replace it to see or shorten the pauses, for example in tests. */
  wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

export interface SendOptions extends RetryOptions {
  fetch: (request: Request) => Promise<Response>
  /** Whether a repeat cannot carry out the request twice. */
  isRepeatable: boolean
}

const LONGEST_PAUSE_MS = 90_000

/**
 * Sends a request, and sends it again after a response that asks for it: 429 always, since the request was not carried
 * out; 500, 502, 503, 504, 409 `idempotency-running` and a broken connection only if a repeat is harmless.
 *
 * @throws NetworkError if no attempt gets a response; the reason of the signal if the caller aborts.
 */
export const sendRepeatedly = async (request: Request, options: SendOptions): Promise<Response> => {
  const { attempts = 5, longestPause = LONGEST_PAUSE_MS, wait = pause } = options
  for (let attempt = 1; ; attempt++) {
    // A body can be read once: each attempt but the last sends a copy, so that one attempt keeps no stream in memory.
    const outcome = await send(attempt < attempts ? request.clone() : request, options)
    const isLast = attempt >= attempts || !(await isWorthRepeating(outcome, options.isRepeatable))
    const milliseconds = pauseBefore(outcome, attempt, options)
    if (isLast || milliseconds > longestPause) return outcomeOf(outcome, request, attempt)
    if (outcome instanceof Response) await outcome.body?.cancel()
    await wait(milliseconds, request.signal)
  }
}

/** What an attempt has led to: a response, or the error of the connection. */
type Outcome = Response | { error: unknown }

const send = async (request: Request, { fetch }: SendOptions): Promise<Outcome> => {
  try {
    return await fetch(request)
  } catch (error) {
    request.signal.throwIfAborted()
    return { error }
  }
}

const outcomeOf = (outcome: Outcome, { url }: Request, attempt: number): Response => {
  if (outcome instanceof Response) return outcome
  throw new NetworkError(url, attempt, outcome.error)
}

const UNCERTAIN: ReadonlySet<number> = new Set([500, 502, 503, 504])

const isWorthRepeating = async (outcome: Outcome, isRepeatable: boolean): Promise<boolean> => {
  if (!(outcome instanceof Response)) return isRepeatable
  if (outcome.status === 429) return true
  if (!isRepeatable) return false
  if (outcome.status === 409) return (await codeOf(outcome.clone())) === 'idempotency-running'
  return UNCERTAIN.has(outcome.status)
}

const codeOf = async (response: Response): Promise<unknown> => {
  const body: unknown = await response.json().catch(() => null)
  return typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined
}

/** Retry-After, or an exponential pause with jitter: all clients of a server that was down must not return at once. */
const pauseBefore = (
  outcome: Outcome,
  attempt: number,
  { firstPause = 250, longestPause = LONGEST_PAUSE_MS }: SendOptions,
) => {
  const asked = outcome instanceof Response ? retryAfter(outcome.headers) : undefined
  if (asked !== undefined) return asked
  const full = Math.min(firstPause * 2 ** (attempt - 1), longestPause)
  return full / 2 + (Math.random() * full) / 2
}

const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const abort = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort)
      resolve()
    }, milliseconds)
    signal.addEventListener('abort', abort, { once: true })
  })
