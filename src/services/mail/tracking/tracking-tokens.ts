import type { Sealer } from '#kernel/crypto/seal'
import { tenantTokens } from '#services/auth/tenant-token'

export interface TrackedMail {
  tenantId: number
  messageId: number
}

/** A link of a mail with its target. */
export interface TrackedLink extends TrackedMail {
  /** An http or https URL. */
  target: string
}

/** The tokens of the addresses in a tracked mail. They never expire: mails are read again after years. */
export interface TrackingTokens {
  makeImage(mail: TrackedMail): string
  makeLink(link: TrackedLink): string
  /** Reads a token; undefined for one that this server did not make. */
  readImage(token: string): TrackedMail | undefined
  readLink(token: string): TrackedLink | undefined
}

const IMAGE = 'mail opened'
const LINK = 'mail link'

/**
 * Makes tokens of tracking, encrypted rather than only signed: a link can identify its reader, and its token appears in
 * the logs of proxies. Only this server can make one, so a link redirects only to the target in its mail.
 */
export const trackingTokens = (sealer: Sealer): TrackingTokens => {
  const { make, read } = tenantTokens(sealer)
  return {
    makeImage: ({ tenantId, messageId }) => make([tenantId, messageId], IMAGE),
    makeLink: ({ tenantId, messageId, target }) => make([tenantId, messageId, target], LINK),
    readImage: (token) => {
      const parts = read(token, IMAGE) as [number, number] | undefined
      return parts && { tenantId: parts[0], messageId: parts[1] }
    },
    readLink: (token) => {
      const parts = read(token, LINK) as [number, number, string] | undefined
      return parts && { tenantId: parts[0], messageId: parts[1], target: parts[2] }
    },
  }
}
