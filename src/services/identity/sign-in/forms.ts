import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** The names of the cookies. With https they are bound to the host, so that no sibling domain can set them. */
export interface CookieNames {
  session: string
  /** The session of a member. */
  member: string
  form: string
  /** Who has signed in in this browser before. */
  browser: string
  /** A sign-in that waits for the second factor. */
  pending: string
  /** The installation whose staff pages the browser has opened last: the proxy reads it. */
  installation: string
}

/** @param installation the name of the installation if several share the address: a browser can have a session in each. */
export const cookieNames = (isSecure: boolean, installation: string): CookieNames => {
  const prefix = isSecure ? '__Host-' : ''
  const nameOf = (what: string) => `${prefix}guildhall-${what}`
  const ownNameOf = (what: string) => (installation === '' ? nameOf(what) : `${nameOf(what)}-${installation}`)
  return {
    session: ownNameOf('session'),
    member: nameOf('member'),
    form: nameOf('form'),
    browser: nameOf('browser'),
    pending: ownNameOf('pending'),
    installation: nameOf('installation'),
  }
}

/** Returns the options of cookies: not readable by scripts, and not sent by forms of other sites. */
export const cookieOptions = (isSecure: boolean) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure }) as const

const COOKIE = /^[\w-]{43}$/

/** Returns the browser's cookie for forms before sign-in; sets it if there is none. */
export const browserToken = (request: FastifyRequest, reply: FastifyReply, name: string, isSecure: boolean): string => {
  const kept = request.cookies[name]
  if (kept !== undefined && COOKIE.test(kept)) return kept
  const made = randomBytes(32).toString('base64url')
  reply.setCookie(name, made, cookieOptions(isSecure))
  return made
}

/** Returns the token that proves that a form was made for this browser (or session): the hash of a cookie. */
export const formToken = (cookie: string): string => createHash('sha256').update(`form ${cookie}`).digest('base64url')

/** Returns whether a form was made for the browser (or session) that sends it. */
export const isOwnForm = (cookie: string | undefined, sent: string | undefined): boolean => {
  if (cookie === undefined || sent === undefined) return false
  const wanted = Buffer.from(formToken(cookie))
  const given = Buffer.from(sent)
  return wanted.length === given.length && timingSafeEqual(wanted, given)
}

/** Returns whether the browser states that a page of this server has sent the request. Old browsers state nothing. */
export const isSentFromHere = ({ headers }: FastifyRequest, own: string): boolean => {
  const { origin, 'sec-fetch-site': site } = headers
  return site === undefined ? origin === own : site === 'same-origin'
}

/** Returns whether the browser states that another site has sent the request. */
export const isSentFromElsewhere = ({ headers }: FastifyRequest, own: string): boolean => {
  const { origin, 'sec-fetch-site': site } = headers
  return (
    (origin !== undefined && origin !== 'null' && origin !== own) ||
    (site !== undefined && site !== 'same-origin' && site !== 'none')
  )
}
