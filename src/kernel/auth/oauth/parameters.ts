import { invalidRequest } from './oauth-error.ts'

/** Room for a request for authorization inside of another parameter. */
const LONGEST = 16_384

/** Parameters of a query or a form, each at most once (RFC 6749, section 3.1); empty ones count as left out. */
export class Parameters {
  readonly #source: Record<string, unknown>

  constructor(source: unknown) {
    this.#source = typeof source === 'object' && source !== null ? (source as Record<string, unknown>) : {}
  }

  /** The value; undefined where there is none. Throws invalid_request for one that is repeated or unreadable. */
  get(name: string): string | undefined {
    const value = Object.hasOwn(this.#source, name) ? this.#source[name] : undefined
    if (value === undefined || value === '') return undefined
    if (typeof value !== 'string') throw invalidRequest(`${name} is given more than once`)
    if (value.length > LONGEST) throw invalidRequest(`${name} is longer than ${LONGEST} characters`)
    if (value.includes('\u0000') || !value.isWellFormed()) throw invalidRequest(`${name} cannot be read`)
    return value
  }

  /** The value; throws invalid_request where there is none. */
  need(name: string): string {
    const value = this.get(name)
    if (value === undefined) throw invalidRequest(`${name} is missing`)
    return value
  }

  /** The scopes of the parameter `scope`; undefined where it is left out. */
  scopes(): string[] | undefined {
    const text = this.get('scope')
    return text === undefined ? undefined : [...new Set(text.split(' ').filter((scope) => scope !== ''))]
  }
}
