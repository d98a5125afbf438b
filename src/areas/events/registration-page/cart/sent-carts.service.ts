import { createHash } from 'node:crypto'
import { fastifyCookie } from '@fastify/cookie'
import type { EventRegisterV2Input } from '#contract/events/public-registration'
import type { PageVisit } from '../page-visit.service.ts'

/** As long as a cart can live. */
const REMEMBERED_S = 3600
const NAME = 'guildhall-cart'

/** Returns a text that is the same for the same form. */
const fingerprintOf = (form: EventRegisterV2Input): string =>
  createHash('sha256').update(JSON.stringify(form)).digest('base64url')

/**
 * Remembers in the browser which cart a form became. A person that goes back to the review and confirms again gets to this cart,
 * and does not register twice.
 */
export const rememberSentCart = (
  { reply, path, origin }: Pick<PageVisit, 'reply' | 'path' | 'origin'>,
  cartKey: string,
  form: EventRegisterV2Input,
): void => {
  const options = { path, httpOnly: true, sameSite: 'lax', secure: origin.startsWith('https:') } as const
  const value = `${cartKey}.${fingerprintOf(form)}`
  reply.header('set-cookie', fastifyCookie.serialize(NAME, value, { ...options, maxAge: REMEMBERED_S }))
}

/** Finds the cart that the browser has sent the same form for; undefined without one. */
export const findSentCart = (
  { request }: Pick<PageVisit, 'request'>,
  form: EventRegisterV2Input,
): string | undefined => {
  const { cookie } = request.headers
  const [cartKey, fingerprint] = (cookie === undefined ? '' : (fastifyCookie.parse(cookie)[NAME] ?? '')).split('.')
  return cartKey && fingerprint === fingerprintOf(form) ? cartKey : undefined
}
