import { badInput } from '#kernel/errors/problem'

const MAX_URLS = 20
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Parses a list of redirect URLs (RFC 6749, RFC 9700). @throws 400 for the first URL that is not valid. */
export const parseRedirectUrls = (text: string | null, pointer: string): string[] => {
  const urls = (text ?? '').split(/\s+/).filter((url) => url !== '')
  if (urls.length > MAX_URLS) throw badInput(pointer, `must have at most ${MAX_URLS} URLs`)
  for (const url of urls) {
    const fault = redirectFault(url)
    if (fault) throw badInput(pointer, `"${url}" ${fault}`)
  }
  return [...new Set(urls)]
}

const redirectFault = (text: string): string | undefined => {
  if (!URL.canParse(text)) return 'must be an absolute URL'
  const url = new URL(text)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && LOOPBACK.has(url.hostname)))
    return 'must begin with https:// (http:// only for localhost, 127.0.0.1 and [::1])'
  if (!/^https?:\/\//.test(text)) return 'must be complete and begin with https://'
  if (text.includes('#')) return 'must not have a fragment'
  if (url.username !== '' || url.password !== '') return 'must not contain a user name'
  return undefined
}

/** Rejects a text that is not an origin (RFC 6454): scheme, host and port, without a path. @throws 400. */
export const assertOrigins = (origins: readonly string[], pointer: string): void => {
  origins.forEach((origin, index) => {
    const fault =
      redirectFault(origin) ?? (new URL(origin).origin === origin ? undefined : 'must be an origin without a path')
    if (fault) throw badInput(`${pointer}/${index}`, `"${origin}" ${fault}`)
  })
}
