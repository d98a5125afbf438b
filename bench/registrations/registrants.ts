import { createHash } from 'node:crypto'
import type { BurstEvent } from './event.ts'

/** The requests of a registrant, in this order. */
export const STEPS = ['getenv', 'register', 'submit'] as const
type Step = (typeof STEPS)[number]

/** What became of a registrant: registered, refused with a reason, or an error that is neither. */
export interface Outcome {
  result: 'registered' | 'sold out' | 'error'
  /** The response of an error. */
  error: string
}

export interface Burst {
  /** From the first request to the last response, in seconds. */
  seconds: number
  /** Milliseconds of each response, by step, without responses 503. */
  times: Record<Step, number[]>
  outcomes: Outcome[]
  /** Responses 503, after which a client repeated its request. */
  repeats: number
}

interface Answer {
  Status: number
  Data: { CartKey?: string; Splits?: { AmountDue: number }; Captcha?: Challenge } | null
}

/** Sends the registrants, all at once; each sends its next request when it has the response of the one before. */
export const measureBurst = async (event: BurstEvent, count: number): Promise<Burst> => {
  const burst: Burst = { seconds: 0, times: { getenv: [], register: [], submit: [] }, outcomes: [], repeats: 0 }
  const began = performance.now()
  const all = Array.from({ length: count }, (_, at) => register(event, at, burst))
  burst.outcomes = await Promise.all(all)
  burst.seconds = (performance.now() - began) / 1000
  return burst
}

const register = async (event: BurstEvent, at: number, burst: Burst): Promise<Outcome> => {
  try {
    return await follow(event, at, burst)
  } catch (error) {
    return { result: 'error', error: String(error) }
  }
}

const follow = async (event: BurstEvent, at: number, burst: Burst): Promise<Outcome> => {
  const ask = (step: Step, body?: object) => send(event, at, { step, body }, burst)
  const captcha = async (): Promise<string> => solve((await ask('getenv')).Data?.Captcha ?? {})
  const name = { FirstName: `Pat${at}`, LastName: 'Burst', EmailAddress: `burst${at}.${event.id}@burst.example` }
  const cart = await ask('register', {
    BillingInfo: name,
    Registrations: [{ EventRegistrationTypeId: event.typeId, ...name }],
    CaptchaResponse: await captcha(),
  })
  if (cart.Status === 409) return { result: 'sold out', error: '' }
  if (cart.Status !== 0) return { result: 'error', error: JSON.stringify(cart) }
  const paid = await ask('submit', {
    CartKey: cart.Data?.CartKey,
    ExpectedTotal: cart.Data?.Splits?.AmountDue,
    PaymentKind: 'Card',
    PaymentToken: 'tok_visa',
    CaptchaResponse: await captcha(),
  })
  return paid.Status === 0 ? { result: 'registered', error: '' } : { result: 'error', error: JSON.stringify(paid) }
}

const PATHS: Record<Step, string> = { getenv: 'getenv', register: 'register_v2', submit: 'submit' }

const send = async (
  event: BurstEvent,
  at: number,
  { step, body }: { step: Step; body: object | undefined },
  burst: Burst,
): Promise<Answer> => {
  const began = performance.now()
  const origin = event.origins[at % event.origins.length]
  const response = await fetch(`${origin}/api/public/events/${PATHS[step]}/${event.id}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      'content-type': 'application/json',
      'x-tenant-key': event.tenantKey,
      'x-forwarded-for': `10.0.${at >> 8}.${at & 255}`,
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (response.status === 503) {
    burst.repeats++
    return send(event, at + 1, { step, body }, burst)
  }
  burst.times[step].push(performance.now() - began)
  if (response.status !== 200) throw new Error(`${step}: ${response.status} ${text}`)
  return JSON.parse(text) as Answer
}

interface Challenge {
  Algorithm?: string
  Challenge?: string
  Salt?: string
  Signature?: string
  MaxNumber?: number
}

/** Solves a proof of work as a browser does. */
const solve = ({ Algorithm, Challenge, Salt, Signature, MaxNumber = 0 }: Challenge): string => {
  for (let number = 0; number <= MaxNumber; number++) {
    if (createHash('sha256').update(`${Salt}${number}`).digest('hex') !== Challenge) continue
    const solution = { algorithm: Algorithm, challenge: Challenge, number, salt: Salt, signature: Signature }
    return Buffer.from(JSON.stringify(solution)).toString('base64')
  }
  throw new Error('The challenge has no solution.')
}
