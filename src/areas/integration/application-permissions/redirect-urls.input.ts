import { badInput } from '#kernel/errors/problem'
import { findUrlFault } from '#kernel/http/front-end-urls'

const MAX_URLS = 20

/** Parses a list of redirect URLs (RFC 6749, RFC 9700). @throws 400 for the first URL that is not valid. */
export const parseRedirectUrls = (text: string | null, pointer: string): string[] => {
  const urls = (text ?? '').split(/\s+/).filter((url) => url !== '')
  if (urls.length > MAX_URLS) throw badInput(pointer, `must have at most ${MAX_URLS} URLs`)
  for (const url of urls) {
    const fault = findUrlFault(url)
    if (fault) throw badInput(pointer, `"${url}" ${fault}`)
  }
  return [...new Set(urls)]
}
