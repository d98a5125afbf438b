import { createHash } from 'node:crypto'
import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/integration/native-integrations'
import { notFound } from '#kernel/errors/problem'
import { attachment } from '#kernel/http/file-name'
import { serve } from '#kernel/http/serve'
import type { Scope } from '#kernel/tenancy/scope'

/** The path of feeds. The secret follows. */
export const FEED_PATH = '/api/public/native/feeds/'
export const FEED_ENDING = '.ics'

/** Serves the feeds that runs have written. The address is the credential. */
export const nativeFeeds: FastifyPluginAsync = async (app) => {
  serve(
    app,
    operations.readNativeFeed,
    async (request, reply) => {
      const secret = app.feedAddresses.read(request.params.feed.replace(/\.ics$/i, ''))
      const scope = secret ? await app.visitorScope(request, { id: secret.tenantId }) : null
      const feed = secret && scope ? await findFeed(scope, secret.hash) : null
      if (!feed?.text) throw notFound('feed')
      const tag = `"${createHash('sha256').update(feed.text).digest('base64url').slice(0, 27)}"`
      reply.header('cache-control', 'private, no-cache').header('etag', tag)
      const known = request.headers['if-none-match']?.split(',').map((one) => one.trim().replace(/^W\//, ''))
      if (known?.some((one) => one === tag || one === '*')) return reply.code(304).send()
      return reply
        .type('text/calendar; charset=utf-8')
        .header('content-disposition', attachment(feed.name, 'ics'))
        .send(feed.text)
    },
    { hasSecretPath: true },
  )
}

const findFeed = ({ db }: Scope, secretHash: string) =>
  db.prisma.nativeFeed.findFirst({ where: { tenantId: db.tenantId, secretHash }, select: { name: true, text: true } })
