import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/** The statuses of registrations, in the words of the contract. */
export const STATUSES: Readonly<Record<number, string>> = {
  1: 'Registered',
  2: 'Attended',
  3: 'Pending payment',
  4: 'Awaiting approval',
  5: 'Pending from waiting list',
  6: 'Partially paid',
  7: 'Pending refund',
  8: 'No-show',
  9: 'Cancelled',
  10: 'Incomplete',
  11: 'On waiting list',
  12: 'Rejected',
  13: 'Expired',
  14: 'In cart',
  15: 'Transferred',
}

export const ON_WAITING_LIST = 11
export const IN_CART = 14

const WHENS = Object.entries(STATUSES).map(([id, name]) => `WHEN ${id} THEN '${name}'`)

/** A status in words. @param statusId an expression. */
export const statusNameSql = (statusId: Sql): Sql => Prisma.sql`CASE ${statusId} ${Prisma.raw(WHENS.join(' '))} END`
