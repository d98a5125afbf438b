import type { FastifyInstance, FastifyRequest } from 'fastify'
import { insufficientScope } from '#kernel/errors/problem'
import { addressSubject } from '#kernel/http/address-list'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Event } from '#prisma/client'
import { listParts, type Parts } from '../events/parts/parts.queries.ts'
import { noEvent, unnamedTenant } from './refusals.model.ts'

/** A request to a public operation of an event. */
export interface EventVisit {
  scope: Scope
  eventId: number
  /** Whether the credential is one of staff that can change events. */
  isStaff: boolean
  /** The contact of a member that is signed in. */
  contactId: number | null
  /** The address or network of the visitor, which limits its carts; null for staff. */
  address: string | null
}

/** An event with the parts that can be registered for. */
export interface OpenEvent extends Event {
  parts: Parts
}

/**
 * Finds the tenant of a request: that of the credential if it has the event, else that of X-Tenant-Key, else that of the event,
 * if no other tenant has an event with this id and no other installation shares the address. A credential counts only in its
 * own tenant; in any other, the caller is a stranger.
 *
 * @throws RegistrationRefusal 404.
 */
export const visitEvent = async (
  app: FastifyInstance,
  request: FastifyRequest,
  eventId: number,
): Promise<EventVisit> => {
  const own = request.caller ? request.scope : null
  if (own && (await hasEvent(own, eventId))) return visitOf(app, request, own, eventId)
  const key = request.headers['x-tenant-key']
  const scope = await app.visitorScope(request, typeof key === 'string' ? { key } : { eventId })
  if (!scope) throw typeof key === 'string' ? noEvent() : unnamedTenant()
  return { scope, eventId, isStaff: false, contactId: null, address: addressSubject(request.ip) }
}

const hasEvent = async ({ db }: Scope, id: number): Promise<boolean> =>
  (await db.prisma.event.findFirst({ where: { tenantId: db.tenantId, id }, select: { id: true } })) !== null

/** Returns whether a caller is staff that can change the events of the whole tenant. */
export const isEventStaff = (scope: Scope): boolean => scope.chapters === null && hasGrant(scope, 'events:write')

/** Requires the scope of contacts of staff that see the details of a contact. @throws 403 insufficient-scope. */
export const requireContactsGrant = (scope: Scope): void => {
  if (!hasGrant(scope, 'contacts:read')) throw insufficientScope('contacts:read')
}

/** Returns the visit of a caller to an event of its own tenant. */
const visitOf = async (
  app: FastifyInstance,
  request: FastifyRequest,
  own: Scope,
  eventId: number,
): Promise<EventVisit> => {
  const isStaff = isEventStaff(own)
  const contactId = own.actor.kind === 'member' ? own.actor.contactId : null
  const scope = isStaff ? own : await app.visitorScope(request, { id: own.tenant.id })
  if (!scope) throw noEvent()
  return { scope, eventId, isStaff, contactId, address: isStaff ? null : addressSubject(request.ip) }
}

/** Reads the event of a visit with its parts. @throws RegistrationRefusal 404, also for one that is a draft. */
export const readOpenEvent = async ({ scope, eventId }: EventVisit, tx: Transaction): Promise<OpenEvent> => {
  const { tenantId } = scope.db
  const event = await tx.event.findFirst({ where: { tenantId, id: eventId } })
  if (!event || event.status === 'Draft') throw noEvent()
  return { ...event, parts: await listParts(tx, tenantId, eventId) }
}
