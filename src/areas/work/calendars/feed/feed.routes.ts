import { createHash } from 'node:crypto'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { operations } from '#contract/work/calendars'
import { notFound } from '#kernel/errors/problem'
import { attachment } from '#kernel/http/file-name'
import { serve } from '#kernel/http/serve'
import type { Scope } from '#kernel/tenancy/scope'
import { presentFeed } from './feed.model.ts'
import { findPublishedCalendar, readFeedParts } from './feed.queries.ts'

type PublishedCalendar = NonNullable<Awaited<ReturnType<typeof findPublishedCalendar>>>

const ENDING = /\.ics$/i

/** Serves the feed of a calendar, for calendar programs. Its address is the credential. */
export const calendarFeed: FastifyPluginAsync = async (app) => {
  serve(
    app,
    operations.readCalendarFeed,
    async (request, reply) => {
      const secret = app.feedAddresses.read(request.params.feed.replace(ENDING, ''))
      const scope = secret ? await app.visitorScope(request, { id: secret.tenantId }) : null
      const calendar = secret && scope ? await findPublishedCalendar(scope, secret.hash) : null
      if (!scope || !calendar) throw notFound('feed')
      const tag = tagOf(scope, calendar)
      reply.header('cache-control', 'private, no-cache').header('etag', tag)
      if (isSecondOver(calendar.feedChangedAt, scope.clock.now()))
        reply.header('last-modified', calendar.feedChangedAt.toUTCString())
      if (isKnown(request, tag, calendar.feedChangedAt)) return reply.code(304).send()
      const parts = await readFeedParts(scope, calendar)
      return reply
        .type('text/calendar; charset=utf-8')
        .header('content-disposition', attachment(calendar.name, 'ics'))
        .send(presentFeed(calendar, parts, scope.tenant.timeZone, scope.clock.now()))
    },
    { hasSecretPath: true },
  )
}

/** The version of the text of feeds. Increase it with every change of feed.model.ts, for the ETag. */
const FEED_VERSION = 2

/**
 * Returns the ETag of a feed. It changes with all that the feed depends on: the calendar and its items, the tenant's
 * time zone, and the day, because old items leave the feed. It needs no text of the feed, so that a poll is cheap.
 */
const tagOf = ({ tenant, clock }: Scope, { id, auditId, feedChangedAt }: PublishedCalendar): string => {
  const day = clock.now().toISOString().slice(0, 10)
  const parts = [FEED_VERSION, tenant.id, id, auditId, feedChangedAt.toISOString(), tenant.timeZone, day]
  return `"${createHash('sha256').update(parts.join()).digest('base64url').slice(0, 27)}"`
}

/**
 * Returns whether the second of the change is over. HTTP dates have whole seconds: a second change could have the same
 * one.
 */
const isSecondOver = (changedAt: Date, now: Date): boolean =>
  Math.floor(now.getTime() / 1000) > Math.floor(changedAt.getTime() / 1000)

/** Returns whether the client has the current feed already (RFC 9110, section 13.2.2). */
const isKnown = ({ headers }: FastifyRequest, tag: string, changedAt: Date): boolean => {
  const tags = headers['if-none-match']
  if (tags !== undefined) {
    return tags.split(',').some((one) => ['*', tag].includes(one.trim().replace(/^W\//, '')))
  }
  const since = Date.parse(headers['if-modified-since'] ?? '')
  return Math.floor(changedAt.getTime() / 1000) * 1000 <= since
}
