import type { DeletionBar } from '#areas/people/contacts/contact-facts.listing'
import type { Param } from '#kernel/database/shape'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

export const IN_CART = 0
export const PENDING = 1
export const APPROVED = 2
export const DECLINED = 3
export const NOT_ATTENDING = 4
export const CANCELLED = 5

/** The statuses of sponsors that are not in a cart, in words. */
export const STATUSES: Readonly<Record<number, string>> = {
  [PENDING]: 'Pending',
  [APPROVED]: 'Approved',
  [DECLINED]: 'Declined',
  [NOT_ATTENDING]: 'Not attending',
  [CANCELLED]: 'Cancelled',
}

/** The changes of a status, with the statuses that allow them. */
export const TRANSITIONS = {
  edit: [PENDING, APPROVED, NOT_ATTENDING],
  approve: [PENDING, DECLINED, NOT_ATTENDING],
  decline: [PENDING, APPROVED],
  markNotAttending: [PENDING, APPROVED],
  cancel: [PENDING, APPROVED, NOT_ATTENDING],
} as const satisfies Record<string, readonly number[]>

export type Transition = keyof typeof TRANSITIONS

export const allows = (transition: Transition, statusId: number): boolean =>
  (TRANSITIONS[transition] as readonly number[]).includes(statusId)

/** The statuses that use a position of the tier. */
export const COUNTED: readonly number[] = [PENDING, APPROVED]

const WHENS = Object.entries(STATUSES).map(([id, name]) => `WHEN ${id} THEN '${name}'`)

/** The status of the sponsor `k` in words. */
export const STATUS = Prisma.raw(`CASE k.status_id ${WHENS.join(' ')} END`)

/** Tests whether the status of the sponsor `k` allows a change. */
export const allowsSql = (transition: Transition): Sql =>
  Prisma.raw(`k.status_id IN (${TRANSITIONS[transition].join(', ')})`)

/** Tests whether the sponsor `k` supports an event `e` that is not over. */
export const isComingSql = (now: Param<Date>): Sql => Prisma.sql`k.status_id IN (1, 2, 4) AND e.status <> 'Cancelled'
  AND CASE WHEN e.ends_at IS NULL THEN e.starts_at ELSE e.ends_at END > ${now}::timestamptz`

/** Tests whether a contact, an expression, is a sponsor of an event that is not over, or the contact person of one. */
export const sponsorsEventSql: DeletionBar = ({ tenantId, now }, contactId) => Prisma.sql`EXISTS (
  SELECT FROM event_sponsor k JOIN event e ON e.tenant_id = k.tenant_id AND e.id = k.event_id
  WHERE k.tenant_id = ${tenantId}::integer AND k.contact_id = ${contactId} AND ${isComingSql(now)}
  UNION ALL SELECT FROM event_sponsor k JOIN event e ON e.tenant_id = k.tenant_id AND e.id = k.event_id
  WHERE k.tenant_id = ${tenantId}::integer AND k.person_id = ${contactId} AND ${isComingSql(now)})`
