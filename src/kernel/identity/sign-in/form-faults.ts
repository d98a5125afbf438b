import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PagesContext } from '../pages/context.ts'

/** Why a form is shown again, with the status of the response. */
export interface FormFault {
  text: string
  status: number
  /** The name of the field to correct, if it is one. */
  field?: string
}

export const EXPIRED_FORM: FormFault = { text: 'The form has expired. Please try again.', status: 403 }

/**
 * Counts an attempt to guess a secret, before any work. Returns a fault, with Retry-After in the response, if there were
 * too many.
 */
export const countAttempt = async (
  { throttle, clock }: PagesContext,
  request: FastifyRequest,
  reply: FastifyReply,
  subject: string,
): Promise<FormFault | undefined> => {
  const wait = await throttle.begin(subject, request.ip, clock.now())
  if (wait === 0) return undefined
  reply.header('retry-after', wait)
  return { text: `Too many attempts. Try again in ${inMinutes(wait)}.`, status: 429 }
}

/** Describes a time to wait in words. */
const inMinutes = (seconds: number): string => {
  const count = Math.ceil(seconds / 60)
  return count === 1 ? 'a minute' : `${count} minutes`
}
