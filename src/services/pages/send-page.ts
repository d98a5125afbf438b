import type { FastifyReply } from 'fastify'

export interface PageOptions {
  status?: number
  /** An outside URL that the page's form can redirect to: browsers check redirects after a form against form-action. */
  leadsTo?: string
  /** Whether the page has a script of this server. */
  hasScript?: boolean
  /** Whether its script sends requests to this server. */
  hasRequests?: boolean
  /** Whether the browser shows the page again when a person goes back to it, also if it responded to a form. */
  isKept?: boolean
}

/** Sends a page that can load only its style sheet, run no script of others, and appear in no frame. */
export const sendPage = (reply: FastifyReply, text: string, options: PageOptions = {}): FastifyReply =>
  reply
    .code(options.status ?? 200)
    .headers({
      'cache-control': options.isKept ? 'private, no-cache' : 'no-store',
      'content-security-policy': policy(options),
    })
    .type('text/html; charset=utf-8')
    .send(text)

const policy = ({ leadsTo, hasScript = false, hasRequests = false }: PageOptions): string =>
  [
    "default-src 'none'",
    "style-src 'self'",
    ...(hasScript ? ["script-src 'self'"] : []),
    ...(hasRequests ? ["connect-src 'self'"] : []),
    'img-src data:',
    `form-action 'self'${leadsTo === undefined ? '' : ` ${source(new URL(leadsTo))}`}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')

/** Returns a source. Content Security Policy cannot express an IPv6 address: then the scheme is used. */
const source = ({ origin, protocol, hostname }: URL): string => (hostname.startsWith('[') ? protocol : origin)
