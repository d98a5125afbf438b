import { badInput } from '#kernel/errors/problem'

const MOST = 20
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Splits a list of redirect URLs and refuses the first that users may not be sent back to (RFC 6749, RFC 9700). */
export const readRedirectUrls = (text: string | null, pointer: string): string[] => {
  const urls = (text ?? '').split(/\s+/).filter((url) => url !== '')
  if (urls.length > MOST) throw badInput(pointer, `lists more than ${MOST} URLs`)
  for (const url of urls) {
    const fault = redirectFault(url)
    if (fault) throw badInput(pointer, `"${url}" ${fault}`)
  }
  return [...new Set(urls)]
}

const redirectFault = (text: string): string | undefined => {
  if (!URL.canParse(text)) return 'is no absolute URL'
  const url = new URL(text)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && LOOPBACK.has(url.hostname))) {
    return 'must begin with https:// (http:// on localhost, 127.0.0.1 or [::1] alone)'
  }
  if (!/^https?:\/\//.test(text)) return 'must be written out, beginning with https://'
  if (text.includes('#')) return 'must not have a fragment'
  if (url.username !== '' || url.password !== '') return 'must not hold a user name'
  return undefined
}

/** Refuses what is no origin as browsers write it (RFC 6454): scheme, host and port, nothing behind. */
export const assertOrigins = (origins: readonly string[], pointer: string): void => {
  origins.forEach((origin, at) => {
    const fault = redirectFault(origin) ?? (new URL(origin).origin === origin ? undefined : 'is no mere origin')
    if (fault) throw badInput(`${pointer}/${at}`, `"${origin}" ${fault}`)
  })
}
