import type { FastifyReply } from 'fastify'

export interface PageOptions {
  status?: number
  /** An outside URL that the page's form can redirect to: browsers check redirects after a form against form-action. */
  leadsTo?: string
}

/** Sends a page that can load only its style sheet, run no script, and appear in no frame. */
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

/** Content Security Policy cannot express an IPv6 address: then the scheme is used. */
const source = ({ origin, protocol, hostname }: URL): string => (hostname.startsWith('[') ? protocol : origin)
