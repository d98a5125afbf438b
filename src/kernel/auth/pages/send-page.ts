import type { FastifyReply } from 'fastify'

export interface PageOptions {
  status?: number
  /** A URL beyond this server that the page's form may lead to: browsers hold redirects after a form to form-action. */
  leadsTo?: string
}

/** Sends a page that may load its style sheet and nothing else, run no script, and stand in no frame. */
export const sendPage = (
  reply: FastifyReply,
  text: string,
  { status = 200, leadsTo }: PageOptions = {},
): FastifyReply =>
  reply
    .code(status)
    .headers({ 'cache-control': 'no-store', 'content-security-policy': policy(leadsTo) })
    .type('text/html; charset=utf-8')
    .send(text)

const policy = (leadsTo: string | undefined): string =>
  [
    "default-src 'none'",
    "style-src 'self'",
    'img-src data:',
    `form-action 'self'${leadsTo === undefined ? '' : ` ${source(new URL(leadsTo))}`}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')

/** Content Security Policy has no way to write an IPv6 address: there the scheme has to do. */
const source = ({ origin, protocol, hostname }: URL): string => (hostname.startsWith('[') ? protocol : origin)
