import { escapeHtml } from '#kernel/html/escape-html'
import { decodeEntities } from '../rendering/plain-text.ts'
import type { TrackedMail, TrackingTokens } from './tracking-tokens.ts'

/** How the HTML of mails is made to tell. */
export interface Tracking {
  tokens: TrackingTokens
  /** Where recipients reach this server, without a slash at the end. */
  origin: string
}

/** As `cleanHtml` leaves it: in an attribute's value there is neither a quote nor a `>`. */
const LINK = /(<a\b[^>]*? href=")(https?:[^"]*)"/gi
const LED_LINK = /(<a\b[^>]*? href=")[^"]*\/api\/public\/mail\/links\?Token=([\w-]+)"/gi
const IMAGE = /<img src="[^"]*\/api\/public\/mail\/opened\/[\w-]+" width="1" height="1" alt="">/g

/** Characters of an address that is led through the server: with its token, a longer one would be too long for some. */
const LONGEST = 2000

/**
 * Leads each link through this server and puts an image of one pixel at the end. Left as they are: links to pages of
 * mail itself (to unsubscribe), those that are no whole URL, and those of more than 2,000 characters.
 *
 * @param html as `cleanHtml` leaves it.
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

/** The HTML for others than its recipient: who looks at it has not opened the mail, nor followed a link for the contact. */
export const untracked = (html: string, tokens: Pick<TrackingTokens, 'readLink'>): string =>
  html.replace(IMAGE, '').replace(LED_LINK, (whole, before: string, token: string) => {
    const link = tokens.readLink(token)
    return link ? `${before}${escapeHtml(link.target)}"` : whole
  })
