import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookiesOf, type PagesContext } from '../pages/context.ts'
import type { FormFault } from './form-faults.ts'
import { cookieOptions } from './forms.ts'
import type { Attempt, CodeKind } from './throttle.ts'

/** Attempts to guess a secret of a person. */
export interface Guess {
  /** What is counted: the secret and the person. */
  subject: string
  /** The person, by which a browser is known; the subject if it is absent. */
  person?: string
  /** Of a second factor. */
  code?: CodeKind
}

const YEAR_SECONDS = 365 * 86_400

/**
 * Counts an attempt to guess a secret, before any work. Returns a fault, with Retry-After in the response, if there were
 * too many.
 */
export const countAttempt = async (
  context: PagesContext,
  request: FastifyRequest,
  reply: FastifyReply,
  guess: Guess,
): Promise<FormFault | undefined> => {
  const wait = await context.throttle.begin(attemptOf(context, request, guess), context.clock.now())
  if (wait === 0) return undefined
  reply.header('retry-after', wait)
  return { text: `Too many attempts. Try again in ${inMinutes(wait)}.`, status: 429 }
}

/** Reverts the count of an attempt with the right secret. */
export const attemptSucceeded = (context: PagesContext, request: FastifyRequest, guess: Guess): Promise<void> =>
  context.throttle.succeeded(attemptOf(context, request, guess))

const attemptOf = (
  context: PagesContext,
  request: FastifyRequest,
  { subject, person = subject, code }: Guess,
): Attempt => ({
  subject,
  code,
  address: request.ip,
  browser: context.browsers.find(request.cookies[cookiesOf(context, request).browser], person),
})

/** Returns whether the person has signed in in this browser before. */
export const isBrowserKnown = (context: PagesContext, request: FastifyRequest, person: string): boolean =>
  context.browsers.find(request.cookies[cookiesOf(context, request).browser], person) !== undefined

/** Lets the browser be known from now on as one in which the person has signed in. */
export const rememberBrowser = (
  context: PagesContext,
  request: FastifyRequest,
  reply: FastifyReply,
  person: string,
): void => {
  const { browser } = cookiesOf(context, request)
  reply.setCookie(browser, context.browsers.remember(request.cookies[browser], person), {
    ...cookieOptions(context.isSecure(request)),
    maxAge: YEAR_SECONDS,
  })
}

/** Describes a time to wait in words. */
const inMinutes = (seconds: number): string => {
  const count = Math.ceil(seconds / 60)
  return count === 1 ? 'a minute' : `${count} minutes`
}
