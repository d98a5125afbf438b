import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/work/mail'
import type { Sealer } from '#kernel/crypto/seal'
import type { Database } from '#kernel/database/database'
import { serve } from '#kernel/http/serve'
import { openTenantDb } from '#kernel/tenancy/tenant-db'
import type { Clock } from '#kernel/time/clock'
import { messagePage } from '#services/pages/message.page'
import { sendPage } from '#services/pages/send-page'
import { recordClick, recordOpening } from './tracking.service.ts'
import { type TrackedMail, trackingTokens } from './tracking-tokens.ts'

export interface TrackingOptions {
  database: Database
  sealer: Sealer
  clock: Clock
}

/** Serves the image and the links of tracked mails. A HEAD request of a link preview does not count as opened. */
export const mailTracking: FastifyPluginAsync<TrackingOptions> = async (app, { database, sealer, clock }) => {
  const tokens = trackingTokens(sealer)
  const scopeOf = ({ tenantId }: TrackedMail) => ({ db: openTenantDb(database, tenantId), clock })

  serve(
    app,
    operations.showMailImage,
    async ({ method, params }, reply) => {
      const mail = tokens.readImage(params.token)
      if (mail && method !== 'HEAD') await recordOpening(scopeOf(mail), mail.messageId)
      return reply.headers(IMAGE_HEADERS).type('image/gif').send(PIXEL)
    },
    { hasSecretPath: true },
  )

  serve(app, operations.followMailLink, async ({ method, query }, reply) => {
    const link = tokens.readLink(query.Token)
    if (!link) return sendPage(reply, NO_LINK, { status: 404 })
    if (method !== 'HEAD') await recordClick(scopeOf(link), link.messageId)
    return reply.header('cache-control', 'no-store').redirect(link.target, 302)
  })
}

/** A transparent GIF of one pixel. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

/** Mail that is read in a browser is part of another site. */
const IMAGE_HEADERS = { 'cache-control': 'no-store', 'cross-origin-resource-policy': 'cross-origin' } as const

const NO_LINK = messagePage(
  'This link does not work',
  'The link is incomplete. Copy it from the mail again, or click it there.',
)
