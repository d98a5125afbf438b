import type { FastifyInstance, FastifyRequest } from 'fastify'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Event } from '#prisma/client'
import { listParts, type Parts } from '../events/parts/parts.queries.ts'
import { noEvent } from './refusals.model.ts'

/** A request to a public operation of an event. */
export interface EventVisit {
  scope: Scope
  eventId: number
  /** Whether the credential is one of staff that can change events. */
  isStaff: boolean
  /** The contact of a member that is signed in. */
  contactId: number | null
}

/** An event with the parts that can be registered for. */
export interface OpenEvent extends Event {
  parts: Parts
}

/**
 * Finds the tenant of a request by the id of its event. A credential of the same tenant counts; any other is that of a
 * stranger.
 *
 * @throws RegistrationRefusal 404.
 */
export const visitEvent = async (
  app: FastifyInstance,
  request: FastifyRequest,
  eventId: number,
): Promise<EventVisit> => {
  const visitor = await app.visitorScope(request, { eventId })
  if (!visitor) throw noEvent()
  const own = request.caller && request.scope.tenant.id === visitor.tenant.id ? request.scope : null
  const isStaff = own !== null && own.chapters === null && hasGrant(own, 'events:write')
  const contactId = own?.actor.kind === 'member' ? own.actor.contactId : null
  return { scope: isStaff ? own : visitor, eventId, isStaff, contactId }
}

/** Reads the event of a visit with its parts. @throws RegistrationRefusal 404, also for one that is a draft. */
export const readOpenEvent = async ({ scope, eventId }: EventVisit, tx: Transaction): Promise<OpenEvent> => {
  const { tenantId } = scope.db
  const event = await tx.event.findFirst({ where: { tenantId, id: eventId } })
  if (!event || event.status === 'Draft') throw noEvent()
  return { ...event, parts: await listParts(tx, tenantId, eventId) }
}
