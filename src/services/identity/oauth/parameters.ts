import { ownValue } from '#kernel/lookups/own-value'
import { invalidRequest } from './oauth-error.ts'

/** Long enough for an authorization request inside another parameter. */
const LONGEST = 16_384

/** Parameters of a query or a form, each at most once (RFC 6749, section 3.1); empty ones count as absent. */
export class Parameters {
  readonly #source: Record<string, unknown>

  constructor(source: unknown) {
    this.#source = typeof source === 'object' && source !== null ? (source as Record<string, unknown>) : {}
  }

  /** Returns the value; undefined if it is absent. Throws invalid_request for a repeated or malformed one. */
  get(name: string): string | undefined {
    const value = ownValue(this.#source, name)
    if (value === undefined || value === '') return undefined
    if (typeof value !== 'string') throw invalidRequest(`${name} is given more than once`)
    if (value.length > LONGEST) throw invalidRequest(`${name} is longer than ${LONGEST} characters`)
    if (value.includes('\u0000') || !value.isWellFormed()) throw invalidRequest(`${name} cannot be read`)
    return value
  }

  /** Returns the value; throws invalid_request if it is absent. */
  need(name: string): string {
    const value = this.get(name)
    if (value === undefined) throw invalidRequest(`${name} is missing`)
    return value
  }

  /** Returns the scopes of the parameter `scope`; undefined if it is absent. */
  scopes(): string[] | undefined {
    const text = this.get('scope')
    return text === undefined ? undefined : [...new Set(text.split(' ').filter((scope) => scope !== ''))]
  }
}
