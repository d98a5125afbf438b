import { escapeHtml } from '#services/html/escape-html'
import { decodeEntities } from '../rendering/plain-text.ts'
import type { TrackedMail, TrackingTokens } from './tracking-tokens.ts'

/** The parameters of the tracking of a mail. */
export interface Tracking {
  tokens: TrackingTokens
  /** The origin of this server for recipients, without a slash at the end. */
  origin: string
}

/** A link in the result of `cleanHtml`: an attribute's value contains neither a quote nor a `>`. */
const LINK = /(<a\b[^>]*? href=")(https?:[^"]*)"/gi
const LED_LINK = /(<a\b[^>]*? href=")[^"]*\/api\/public\/mail\/links\?Token=([\w-]+)"/gi
const IMAGE = /<img src="[^"]*\/api\/public\/mail\/opened\/[\w-]+" width="1" height="1" alt="">/g

/** Maximum length of a tracked address: with its token, a longer one would be too long for some programs. */
const LONGEST = 2000

/**
 * Redirects each link through this server and adds an image of one pixel at the end. Links to pages of mail itself (to
 * unsubscribe), links that are not complete URLs, and links of more than 2,000 characters are not changed.
 *
 * @param html the result of `cleanHtml`.
 */
export const trackHtml = (html: string, { tokens, origin }: Tracking, mail: TrackedMail): string => {
  const own = `${origin}/api/public/mail/`
  const led = html.replace(LINK, (whole, before: string, href: string) => {
    const address = decodeEntities(href)
    if (!URL.canParse(address)) return whole
    const target = new URL(address).href
    if (target.length > LONGEST || target.startsWith(own) || address.startsWith(own)) return whole
    return `${before}${escapeHtml(`${own}links?Token=${tokens.makeLink({ ...mail, target })}`)}"`
  })
  return `${led}<img src="${escapeHtml(`${own}opened/${tokens.makeImage(mail)}`)}" width="1" height="1" alt="">`
}

/** Restores the links for staff who read the mail: their views and clicks are not those of the recipient. */
export const removeTracking = (html: string, tokens: Pick<TrackingTokens, 'readLink'>): string =>
  html.replace(IMAGE, '').replace(LED_LINK, (whole, before: string, token: string) => {
    const link = tokens.readLink(token)
    return link ? `${before}${escapeHtml(link.target)}"` : whole
  })
