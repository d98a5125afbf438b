import { randomBytes } from 'node:crypto'
import { hashToken } from '#kernel/crypto/api-key'
import { parseBase64url } from '#kernel/crypto/base64url'
import type { Sealer } from '#kernel/crypto/seal'

/** Persons that one browser remembers. */
const MAX_PERSONS = 5
/** Of sealed values: base64url in the cookie. */
const FORM = /^[\w-]{40,200}$/

/**
 * Recognizes browsers in which a person has signed in before, by a cookie. Their failed attempts are counted apart: whoever
 * guesses passwords elsewhere does not keep the owner out (OWASP, device cookies). The cookie gives no right.
 */
export interface KnownBrowsers {
  /** Finds the name of the browser in counts, if the person has signed in there; undefined otherwise. */
  find(cookie: string | undefined, person: string): string | undefined
  /** Returns the cookie that also remembers this person. */
  remember(cookie: string | undefined, person: string): string
}

/**
 * Keeps the known browsers in sealed values, which can only be made here, and belong to one person. A change of the
 * installation's secret forgets nothing.
 */
export const knownBrowsers = (sealer: Sealer): KnownBrowsers => {
  const idOf = (value: string, person: string): string | undefined => {
    const sealed = parseBase64url(value)?.toString('base64')
    if (sealed === undefined) return undefined
    try {
      return sealer.open(sealed, contextOf(person))
    } catch {
      return undefined
    }
  }
  const find = (cookie: string | undefined, person: string): string | undefined =>
    valuesOf(cookie)
      .map((value) => idOf(value, person))
      .find((id) => id !== undefined)
  return {
    find,
    remember: (cookie, person) => {
      if (cookie !== undefined && find(cookie, person) !== undefined) return cookie
      const sealed = sealer.seal(randomBytes(16).toString('hex'), contextOf(person))
      const value = Buffer.from(sealed, 'base64').toString('base64url')
      return [value, ...valuesOf(cookie)].slice(0, MAX_PERSONS).join('.')
    },
  }
}

const contextOf = (person: string): string => `known browser ${hashToken(person)}`

const valuesOf = (cookie: string | undefined): string[] =>
  (cookie ?? '')
    .split('.')
    .slice(0, MAX_PERSONS)
    .filter((value) => FORM.test(value))
