import type { FastifyInstance } from 'fastify'
import { expect } from 'vitest'
import { encodeSolution, solveCaptcha } from './solve-captcha.ts'

/** A page that a browser without scripts shows. */
export interface ShownPage {
  path: string
  status: number
  text: string
  location: string | undefined
  headers: Readonly<Record<string, unknown>>
}

export const attributesOf = (tag: string): Record<string, string> =>
  Object.fromEntries(
    [...tag.matchAll(/\s([\w-]+)(?:="([^"]*)")?/g)].map(([, name = '', value = '']) => [name, decoded(value)]),
  )

const ENTITIES = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" } as const

const decoded = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (_all, name: keyof typeof ENTITIES) => ENTITIES[name])

/** The visible text of a page. */
export const wordsOf = ({ text }: Pick<ShownPage, 'text'>): string =>
  decoded(
    text
      .replace(/<(style|script|noscript)[\s\S]*?<\/\1>/g, '')
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' '),
  )

/** What a browser would send of a field as it is filled; nothing for one that is not sent. */
const sentOf = (field: string): [string, string][] => {
  const { name, type, value = '', ...rest } = attributesOf(/^<[^>]*>/.exec(field)?.[0] ?? '')
  if (name === undefined || 'disabled' in rest) return []
  if (field.startsWith('<textarea')) return [[name, decoded(field.replace(/^<[^>]*>/, ''))]]
  if (field.startsWith('<select'))
    return [[name, attributesOf(/<option[^>]*\sselected[^>]*>/.exec(field)?.[0] ?? '').value ?? '']]
  const isChoice = type === 'radio' || type === 'checkbox'
  return !isChoice || 'checked' in rest ? [[name, value]] : []
}

/** What a browser would send of the first form of a page. */
const filled = (page: string): [string, string][] => {
  const form = /<form[^>]*>([\s\S]*?)<\/form>/.exec(page)?.[1] ?? ''
  const fields = form.matchAll(/<input[^>]*>|<textarea[^>]*>[^<]*|<select[\s\S]*?<\/select>/g)
  return [...fields].flatMap(([field]) => sentOf(field))
}

/** A browser without scripts. */
export class PlainBrowser {
  readonly #app: FastifyInstance
  readonly #headers: Record<string, string>

  /** @param cookie the cookies of the browser, such as those of a session. */
  constructor(app: FastifyInstance, cookie?: string) {
    this.#app = app
    this.#headers = { accept: 'text/html', ...(cookie !== undefined && { cookie }) }
  }

  async get(path: string): Promise<ShownPage> {
    const {
      statusCode: status,
      body: text,
      headers,
    } = await this.#app.inject({ method: 'GET', url: path, headers: this.#headers })
    return { path, status, text, location: headers.location, headers }
  }

  /** Sends the form of a page with changes: undefined leaves a field out. Follows a redirect. */
  async send(page: ShownPage, changes: Record<string, string | string[] | undefined> = {}): Promise<ShownPage> {
    expect(page.text).toContain('<form')
    const action = attributesOf(/<form[^>]*>/.exec(page.text)?.[0] ?? '').action || page.path
    const kept = filled(page.text).filter(([name]) => !(name in changes))
    const sent = Object.entries(changes).flatMap(([name, value]) =>
      value === undefined ? [] : [value].flat().map((one) => [name, one]),
    )
    const response = await this.#app.inject({
      method: 'POST',
      url: action,
      headers: {
        ...this.#headers,
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': 'same-origin',
      },
      payload: new URLSearchParams([...kept, ...sent] as [string, string][]).toString(),
    })
    const { statusCode: status, body: text, headers } = response
    const shown = { path: action, status, text, location: headers.location, headers }
    return status === 303 && shown.location?.startsWith('/') ? this.follow(shown) : shown
  }

  follow({ location = '' }: ShownPage): Promise<ShownPage> {
    const { pathname, search } = new URL(location, 'http://localhost')
    return this.get(`${pathname}${search}`)
  }
}

/** What the script of a page would send as captchas. */
export const solvedIn = ({ text }: Pick<ShownPage, 'text'>): Record<string, string> => {
  const sent = attributesOf(/<form[^>]*data-captcha[^>]*>/.exec(text)?.[0] ?? '')['data-captcha'] ?? '[]'
  const challenges: { algorithm: string; challenge: string; salt: string; maxNumber: number; signature: string }[] =
    JSON.parse(sent)
  const [captcha = '', captcha2] = challenges.map(({ algorithm, challenge, salt, maxNumber, signature }) =>
    encodeSolution(
      solveCaptcha({
        Kind: 'ProofOfWork',
        SiteKey: null,
        Algorithm: algorithm,
        Challenge: challenge,
        Salt: salt,
        MaxNumber: maxNumber,
        Signature: signature,
      }),
    ),
  )
  return { captcha, ...(captcha2 !== undefined && { captcha2 }) }
}
