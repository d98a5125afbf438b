import type { FastifyReply, FastifyRequest } from 'fastify'

/** The result of the last form, shown once by the page that follows it. */
export interface Notice {
  kind: 'done' | 'refused'
  text: string
}

const MAX_TEXT = 900
const MAX_AGE_S = 60

const nameOf = (isSecure: boolean): string => `${isSecure ? '__Host-' : ''}guildhall-notice`

const optionsOf = (isSecure: boolean) => ({ path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure }) as const

/** Keeps a notice for the next page of the browser. It is not in the address, so that shared addresses do not repeat it. */
export const keepNotice = (reply: FastifyReply, isSecure: boolean, { kind, text }: Notice): void => {
  const value = Buffer.from(JSON.stringify([kind, text.slice(0, MAX_TEXT)])).toString('base64url')
  reply.setCookie(nameOf(isSecure), value, { ...optionsOf(isSecure), maxAge: MAX_AGE_S })
}

/** Returns the notice of the browser and removes it; undefined if there is none. */
export const takeNotice = (request: FastifyRequest, reply: FastifyReply, isSecure: boolean): Notice | undefined => {
  const sent = request.cookies[nameOf(isSecure)]
  if (sent === undefined) return undefined
  reply.clearCookie(nameOf(isSecure), optionsOf(isSecure))
  return parseNotice(sent)
}

const parseNotice = (sent: string): Notice | undefined => {
  try {
    const [kind, text]: unknown[] = JSON.parse(Buffer.from(sent, 'base64url').toString('utf8'))
    if ((kind === 'done' || kind === 'refused') && typeof text === 'string') return { kind, text }
  } catch {
    // A cookie that this server has not written.
  }
  return undefined
}
