import type { IncomingHttpHeaders } from 'node:http'
import type { Outbound } from '#kernel/outbound/outbound'
import { OutboundFault } from '#kernel/outbound/outbound-fault'
import { signedHeaders } from './signature.model.ts'

/** What is sent to a receiver. */
export interface Message {
  url: string
  id: string
  body: string
  /** Open ones; each signs. */
  secrets: readonly string[]
}

/** What came of one attempt. */
export interface Outcome {
  isSuccess: boolean
  /** Null where there was no answer. */
  statusCode: number | null
  /** Null for a success. */
  error: string | null
  /** The beginning of an answer that was no success. */
  answer: string | null
  /** Milliseconds that the receiver asks to be left alone for, by Retry-After; 0 where it does not. */
  retryAfter: number
}

/** Milliseconds in which a receiver must have answered. */
export const ANSWER_MS = 15_000
const KEPT_BYTES = 1000

/** Sends a message, signed, and says what came of it; never throws because of the receiver. */
export const callReceiver = async (outbound: Outbound, message: Message, now: Date): Promise<Outcome> => {
  const { url, id, body, secrets } = message
  const timestamp = Math.floor(now.getTime() / 1000)
  try {
    const answer = await outbound.send({
      url,
      method: 'POST',
      headers: { 'content-type': 'application/json', ...signedHeaders({ id, timestamp, body }, secrets) },
      body,
      timeout: ANSWER_MS,
      maxBytes: KEPT_BYTES,
      longBody: 'cut',
    })
    return outcomeOf(answer, now)
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
    error: isRedirect ? 'The answer was a redirect; those are not followed.' : `The answer was ${status}.`,
    answer: body.toString('utf8').replaceAll('\0', ''),
    retryAfter: readRetryAfter(headers['retry-after'], now),
  }
}

/** Seconds or a date (RFC 9110, section 10.2.3); anything else says nothing. */
const readRetryAfter = (text: string | undefined, now: Date): number => {
  if (text === undefined) return 0
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000
  return Math.max(0, (Date.parse(text) || 0) - now.getTime())
}
