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

/** Whether the status of the sponsor `k` allows a change. */
export const allowsSql = (transition: Transition): Sql =>
  Prisma.raw(`k.status_id IN (${TRANSITIONS[transition].join(', ')})`)
