import type { IncomingHttpHeaders } from 'node:http'
import type { Outbound } from '#services/outbound/outbound'
import { OutboundFault } from '#services/outbound/outbound-fault'
import { signHeaders } from './deliveries.model.ts'

export interface Message {
  url: string
  id: string
  body: string
  /** Opened secrets; each of them signs. */
  secrets: readonly string[]
  /** Headers in addition, such as the authorization that the receiver requires. */
  headers?: Record<string, string>
}

/** The result of one attempt. */
export interface Outcome {
  isSuccess: boolean
  /** Null without a response. */
  statusCode: number | null
  /** Null for a success. */
  error: string | null
  /** The beginning of the body of a response that was no success. */
  answer: string | null
  /** Milliseconds until the next attempt that the receiver requests by Retry-After; 0 if it does not. */
  retryAfter: number
}

/** Milliseconds until a receiver must have responded. */
const RESPONSE_MS = 15_000
const MAX_STORED_BYTES = 1000

/** Sends a signed message and returns the result. A failure of the receiver is a result, not an error. */
export const callReceiver = async (outbound: Outbound, message: Message, now: Date): Promise<Outcome> => {
  const { url, id, body, secrets, headers } = message
  const timestamp = Math.floor(now.getTime() / 1000)
  try {
    const response = await outbound.send({
      url,
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', ...signHeaders({ id, timestamp, body }, secrets) },
      body,
      timeout: RESPONSE_MS,
      maxBytes: MAX_STORED_BYTES,
      longBody: 'cut',
    })
    return outcomeOf(response, now)
  } catch (error) {
    if (!(error instanceof OutboundFault)) throw error
    return { isSuccess: false, statusCode: null, error: error.message, answer: null, retryAfter: 0 }
  }
}

const outcomeOf = (
  { status, headers, body }: { status: number; headers: IncomingHttpHeaders; body: Buffer },
  now: Date,
): Outcome => {
  if (status >= 200 && status < 300) {
    return { isSuccess: true, statusCode: status, error: null, answer: null, retryAfter: 0 }
  }
  const isRedirect = status >= 300 && status < 400
  return {
    isSuccess: false,
    statusCode: status,
    error: isRedirect
      ? 'The response was a redirect. Redirects are not followed.'
      : `The response status was ${status}.`,
    answer: body.toString('utf8').replaceAll('\0', ''),
    retryAfter: parseRetryAfter(headers['retry-after'], now),
  }
}

/** Parses seconds or a date (RFC 9110, section 10.2.3); any other value is ignored. */
const parseRetryAfter = (text: string | undefined, now: Date): number => {
  if (text === undefined) return 0
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000
  return Math.max(0, (Date.parse(text) || 0) - now.getTime())
}
