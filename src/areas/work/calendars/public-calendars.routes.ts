import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { PublicCalendar } from '#contract/work/calendars'
import { operations } from '#contract/work/calendars'
import { badInput, forbidden, notFound } from '#kernel/errors/problem'
import { JsonText, serve } from '#kernel/http/serve'
import { ignoreFields } from '#kernel/http/unknown-input.plugin'
import { parseNamedListQuery } from '#kernel/listing/input'
import { sendList } from '#kernel/listing/list-response'
import { sendVersionedRow } from '#kernel/listing/list-rows'
import { readPage } from '#kernel/listing/page'
import type { Scope } from '#kernel/tenancy/scope'
import type { Calendar } from '#prisma/client'
import { canSubmit, getViewableCalendar, getViewer, listViewableCalendars, type Viewer } from './calendars.queries.ts'
import { itemList } from './items/items.listing.ts'
import { readItem } from './items/items.queries.ts'
import { parseSpan } from './occurrences/occurrences.input.ts'
import { listOccurrences } from './occurrences/occurrences.queries.ts'
import { submitItem } from './submissions/submissions.service.ts'

const presentPublicCalendar = (calendar: Calendar, viewer: Viewer): PublicCalendar => ({
  CalendarId: calendar.id,
  Name: calendar.name,
  Description: calendar.description,
  IsPublicViewable: calendar.isPublicViewable,
  CanSubmit: canSubmit(calendar, viewer),
})

const OPTIONS = { takesCredential: true } as const

/** Serves calendars for everyone and for members. A credential is optional. */
export const publicCalendars: FastifyPluginAsync = async (app) => {
  const open = async (request: FastifyRequest, reply: FastifyReply, calendarId: number) => {
    const { scope, viewer } = await openViewer(app, request, reply)
    return { scope, viewer, calendar: await getViewableCalendar(scope, viewer, calendarId) }
  }

  serve(
    app,
    operations.listPublicCalendars,
    async (request, reply) => {
      const { scope, viewer } = await openViewer(app, request, reply)
      return (await listViewableCalendars(scope, viewer)).map((one) => presentPublicCalendar(one, viewer))
    },
    OPTIONS,
  )

  serve(
    app,
    operations.listPublicCalendarItems,
    async (request, reply) => {
      const { scope, calendar } = await open(request, reply, request.params.calendarid)
      const list = itemList(calendar.id, false)
      return sendList(request, reply, list, parseNamedListQuery(request.query), {
        read: (listed) => readPage(scope, list.listing, listed, list.columns),
      })
    },
    OPTIONS,
  )

  serve(
    app,
    operations.getPublicCalendarItem,
    async (request, reply) => {
      const { scope, calendar } = await open(request, reply, request.params.calendarid)
      return sendVersionedRow(reply, await readItem(scope, calendar.id, request.params.calendaritemid))
    },
    OPTIONS,
  )

  serve(
    app,
    operations.listPublicCalendarOccurrences,
    async (request, reply) => {
      const { scope, calendar } = await open(request, reply, request.params.calendarid)
      const { from, to } = parseSpan(request.query.From, request.query.To, scope.tenant.timeZone)
      return listOccurrences(scope, calendar.id, from, to)
    },
    OPTIONS,
  )

  serve(
    app,
    operations.submitCalendarItem,
    async (request, reply) => {
      const { scope, viewer, calendar } = await open(request, reply, request.params.calendarid)
      if (!canSubmit(calendar, viewer))
        throw forbidden('The calendar does not accept proposals from this caller.', 'submission-closed')
      ignoreVoidFields(request, reply, scope)
      return new JsonText((await submitItem(scope, calendar.id, request.body)).text)
    },
    OPTIONS,
  )
}

/**
 * Ignores the fields of the submitter of a member, which is the submitter itself; only a member acts for another
 * contact.
 */
const ignoreVoidFields = (request: FastifyRequest, reply: FastifyReply, { actor }: Scope): void => {
  if (actor.kind === 'member')
    ignoreFields(request, reply, ['SubmitterName', 'SubmitterEmail'], 'is ignored with an access token of a member')
  else ignoreFields(request, reply, ['OnBehalfOfContactId'], 'is ignored without an access token of a member')
}

/**
 * Returns the caller, in the tenant of its credential or else of X-Tenant-Key.
 *
 * @throws 400 without one, 404 for an unknown one.
 */
const openViewer = async (
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<{ scope: Scope; viewer: Viewer }> => {
  reply.header('cache-control', 'private, no-cache')
  const scope = request.caller ? request.scope : await visitorScope(app, request)
  return { scope, viewer: await getViewer(scope) }
}

const visitorScope = async (app: FastifyInstance, request: FastifyRequest): Promise<Scope> => {
  const key = request.headers['x-tenant-key']
  if (typeof key !== 'string')
    throw badInput('header:X-Tenant-Key', 'is required without a credential', 'tenant-needed')
  const scope = await app.visitorScope(request, { key })
  if (!scope) throw notFound('tenant')
  return scope
}
