import { createHash } from 'node:crypto'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { operations } from '#contract/work/calendars'
import { notFound } from '#kernel/errors/problem'
import { serve } from '#kernel/http/serve'
import type { Scope } from '#kernel/tenancy/scope'
import { writeFeed } from './feed.presenter.ts'
import { findPublished, publishedItems } from './feed.queries.ts'

type PublishedCalendar = Parameters<typeof writeFeed>[0]

const ENDING = /\.ics$/i

/** The feed of a calendar, for calendar programs: whoever has the address reads it. */
export const calendarFeed: FastifyPluginAsync = async (app) => {
  serve(
    app,
    operations.readCalendarFeed,
    async (request, reply) => {
      const secret = app.feedAddresses.read(request.params.feed.replace(ENDING, ''))
      const scope = secret ? await app.visitorScope(request, { id: secret.tenantId }) : null
      const calendar = secret && scope ? await findPublished(scope, secret.hash) : null
      if (!scope || !calendar) throw notFound('feed')
      const tag = tagOf(scope, calendar)
      reply.header('cache-control', 'private, no-cache').header('etag', tag)
      if (isSettled(calendar.feedChangedAt, scope.clock.now()))
        reply.header('last-modified', calendar.feedChangedAt.toUTCString())
      if (isKnown(request, tag, calendar.feedChangedAt)) return reply.code(304).send()
      const items = await publishedItems(scope, calendar)
      return reply
        .type('text/calendar; charset=utf-8')
        .send(writeFeed(calendar, items, scope.tenant.timeZone, scope.clock.now()))
    },
    { hasSecretPath: true },
  )
}

/** How feeds are written; another number where that changes. */
const FORM = 2

/**
 * Changes with all that the feed is made from: the calendar and its items, the tenant's zone, and the day, since what
 * ended long ago leaves it. Known without writing the feed, so that asking for news costs little.
 */
const tagOf = ({ tenant, clock }: Scope, { id, auditId, feedChangedAt }: PublishedCalendar): string => {
  const day = clock.now().toISOString().slice(0, 10)
  const parts = [FORM, tenant.id, id, auditId, feedChangedAt.toISOString(), tenant.timeZone, day]
  return `"${createHash('sha256').update(parts.join()).digest('base64url').slice(0, 27)}"`
}

/** Whether the second of the change is over: HTTP knows whole seconds, and another change in it would have the same. */
const isSettled = (changedAt: Date, now: Date): boolean =>
  Math.floor(now.getTime() / 1000) > Math.floor(changedAt.getTime() / 1000)

/** Whether the caller has it already (RFC 9110, section 13.2.2). */
const isKnown = ({ headers }: FastifyRequest, tag: string, changedAt: Date): boolean => {
  const tags = headers['if-none-match']
  if (tags !== undefined) {
    return tags.split(',').some((one) => ['*', tag].includes(one.trim().replace(/^W\//, '')))
  }
  const since = Date.parse(headers['if-modified-since'] ?? '')
  return Math.floor(changedAt.getTime() / 1000) * 1000 <= since
}
