import type { RecordUse } from '#kernel/records/uses'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { isComingSql } from './registration-statuses.listing.ts'

const use = (of: string, [user, users]: [string, string], remedy: string, rows: RecordUse['rows']): RecordUse => ({
  of,
  user,
  users,
  scope: 'event-registrations:read',
  remedy,
  rows,
})

const REGISTRATION: [string, string] = ['registration', 'registrations']
const ORDER: [string, string] = ['order', 'orders']
const CART: [string, string] = ['cart', 'carts']

/** The confirmation number of an order `o`. */
const NUMBER = Prisma.sql`'E' || o.event_id || '-' || o.id`

/** Returns the orders `o` of rows `x` that reference a record by a column. */
const orders = (table: string, column: string, tenantId: number, isCart: boolean): Sql => Prisma.sql`
  SELECT x.${Prisma.raw(column)} AS used_id, o.id, ${isCart ? Prisma.sql`NULL::text` : NUMBER} AS name
  FROM ${Prisma.raw(table)} x JOIN event_order o ON o.tenant_id = x.tenant_id AND o.id = x.order_id
  WHERE x.tenant_id = ${tenantId}::integer AND ${Prisma.raw(isCart ? `o.state <> 'submitted'` : `o.state = 'submitted'`)}
    AND x.${Prisma.raw(column)} IS NOT NULL`

const DEACTIVATE = 'Set IsActive to false instead.'
const WAIT = 'Set IsActive to false, and wait until the cart expires.'

/** Uses by the rows of a table: of submitted orders, and of carts, whose visitors are not named. */
const usesByOrders = (of: string, table: string, column: string): RecordUse[] => [
  use(of, ORDER, DEACTIVATE, (tenantId) => orders(table, column, tenantId, false)),
  use(of, CART, WAIT, (tenantId) => orders(table, column, tenantId, true)),
]

const sessions = (tenantId: number, isCart: boolean): Sql => Prisma.sql`
  SELECT x.session_id AS used_id, o.id, ${isCart ? Prisma.sql`NULL::text` : NUMBER} AS name
  FROM event_registration_session x
  JOIN event_registration g ON g.tenant_id = x.tenant_id AND g.id = x.registration_id
  JOIN event_order o ON o.tenant_id = g.tenant_id AND o.id = g.order_id
  WHERE x.tenant_id = ${tenantId}::integer AND ${Prisma.raw(isCart ? `o.state <> 'submitted'` : `o.state = 'submitted'`)}`

/** What orders and registrations use: the event with its parts, and the people who are going to take part. */
export const registrationUses: readonly RecordUse[] = [
  use(
    'event',
    ORDER,
    'Set Status to Cancelled instead.',
    (tenantId) => Prisma.sql`SELECT o.event_id AS used_id, o.id, ${NUMBER} AS name FROM event_order o
      WHERE o.tenant_id = ${tenantId}::integer AND o.state = 'submitted'`,
  ),
  use(
    'event',
    CART,
    'Set Status to Cancelled, and wait until the cart expires.',
    (tenantId) => Prisma.sql`SELECT o.event_id AS used_id, o.id, NULL::text AS name FROM event_order o
      WHERE o.tenant_id = ${tenantId}::integer AND o.state <> 'submitted'`,
  ),
  ...usesByOrders('eventregistrationtype', 'event_registration', 'type_id'),
  ...usesByOrders('eventtier', 'event_sponsor', 'tier_id'),
  ...usesByOrders('eventexhibitortype', 'event_exhibitor', 'type_id'),
  ...usesByOrders('eventitem', 'event_order_item', 'item_id'),
  ...usesByOrders('eventdiscount', 'event_registration', 'discount_id'),
  use('eventsession', ORDER, DEACTIVATE, (tenantId) => sessions(tenantId, false)),
  use('eventsession', CART, WAIT, (tenantId) => sessions(tenantId, true)),
  use(
    'paymentgateway',
    ORDER,
    'Set IsActive to false to allow no new ones.',
    (tenantId) => Prisma.sql`SELECT o.gateway_id AS used_id, o.id, ${NUMBER} AS name FROM event_order o
      WHERE o.tenant_id = ${tenantId}::integer AND o.gateway_id IS NOT NULL`,
  ),
  use(
    'contact',
    REGISTRATION,
    'Cancel the registration first.',
    (tenantId, now) => Prisma.sql`SELECT g.contact_id AS used_id, g.id, e.name FROM event_registration g
      JOIN event e ON e.tenant_id = g.tenant_id AND e.id = g.event_id
      WHERE g.tenant_id = ${tenantId}::integer AND g.contact_id IS NOT NULL AND ${isComingSql(now)}`,
  ),
]
