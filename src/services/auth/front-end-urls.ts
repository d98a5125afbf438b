import { badInput } from '#kernel/errors/problem'

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Returns why a text is not the URL of a web front end, as the end of a sentence; undefined if it is one. */
export const findUrlFault = (text: string): string | undefined => {
  if (!URL.canParse(text))
    return hasOnlyWrongPort(text) ? 'must have a port from 1 to 65535' : 'must be an absolute URL'
  const url = new URL(text)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && LOOPBACK.has(url.hostname)))
    return 'must begin with https:// (http:// only for localhost, 127.0.0.1 and [::1])'
  if (url.port === '0') return 'must not have the port 0'
  if (!/^https?:\/\//.test(text)) return 'must be complete and begin with https://'
  if (text.includes('#')) return 'must not have a fragment'
  if (url.username !== '' || url.password !== '') return 'must not contain a user name'
  return undefined
}

const hasOnlyWrongPort = (text: string): boolean => {
  const withoutPort = text.replace(/^(https?:\/\/[^/?#]*):\d+(?=[/?#]|$)/i, '$1')
  return withoutPort !== text && URL.canParse(withoutPort)
}

/** Rejects a text that is not an origin (RFC 6454): scheme, host and port, without a path. @throws 400. */
export const requireOrigins = (origins: readonly string[], pointer: string): void => {
  origins.forEach((origin, index) => {
    const fault = findOriginFault(origin)
    if (fault) throw badInput(`${pointer}/${index}`, `"${origin}" ${fault}`)
  })
}

/** Finds the fault of an origin. Browsers send it in one form only, and it is compared as text. */
const findOriginFault = (text: string): string | undefined => {
  const fault = findUrlFault(text.replace(/^https?:/i, (scheme) => scheme.toLowerCase()))
  if (fault) return fault
  const { origin, pathname, search } = new URL(text)
  if (origin === text) return undefined
  if (pathname !== '/' || search !== '') return 'must be an origin without a path'
  return `must be written as ${origin}: in lower case, with the host in punycode, without the default port and a final slash`
}
