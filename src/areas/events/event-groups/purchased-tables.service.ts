import { lockRows } from '#kernel/records/lock'
import { nextVersionOf } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { runForWholeTenant } from '#kernel/tenancy/whole-tenant'
import { oneLine } from '#kernel/text/one-line'
import type { EventRegistration, Prisma } from '#prisma/client'
import { eventGroupKind, findNextNumber } from './event-groups.queries.ts'
import { recordGroup, touchGroups } from './seating.service.ts'

/** Whether a registration takes part in the event: statuses 1 to 7. */
const COUNTED = { gte: 1, lte: 7 }

/** The seating for the whole event. */
const WHOLE_EVENT = 0

const MAX_NAME = 100

const ORDER = {
  include: {
    contact: { select: { displayName: true } },
    registrations: { where: { statusId: COUNTED }, orderBy: { position: 'asc' } },
  },
} as const satisfies Prisma.EventOrderDefaultArgs

type Order = Prisma.EventOrderGetPayload<typeof ORDER>

/**
 * Creates the tables that an order has bought, with the buyers and their guests as members. Call it in the transaction of
 * the submission, after the registrations have their statuses. Lock the event first. Tables that exist stay unchanged.
 */
export const seatTables = async (scope: Scope, tx: Transaction, eventId: number, orderId: number): Promise<void> => {
  const { tenantId } = scope.db
  const order = await tx.eventOrder.findFirst({ where: { tenantId, eventId, id: orderId }, ...ORDER })
  const buyers = order?.registrations.filter(({ seats }) => seats > 1) ?? []
  if (!order || buyers.length === 0) return
  await runForWholeTenant(scope, tx, async () => {
    for (const buyer of buyers) await createTable(scope, tx, order, buyer)
  })
}

const createTable = async (scope: Scope, tx: Transaction, order: Order, buyer: EventRegistration): Promise<void> => {
  const { tenantId, eventId, id: registrationId, typeId, seats } = buyer
  if (await tx.eventGroup.findFirst({ where: { tenantId, eventId, registrationId } })) return
  const number = await findNextNumber(scope, tx, eventId)
  const name = nameOf(order, buyer)
  const group = await tx.eventGroup.create({
    data: { tenantId, eventId, registrationId, typeId, name, maxToAssign: seats, number, position: number },
  })
  const people = [buyer, ...order.registrations.filter((guest) => isGuestOf(buyer, guest))]
  const ids = people.slice(0, seats).map(({ id }) => id)
  const seated = await tx.eventGroupMember.findMany({
    where: { tenantId, registrationId: { in: ids }, seating: WHOLE_EVENT },
  })
  const free = ids.filter((id) => !seated.some((member) => member.registrationId === id))
  const key = { tenantId, eventId, groupId: group.id, seating: WHOLE_EVENT }
  await tx.eventGroupMember.createMany({ data: free.map((id) => ({ ...key, registrationId: id })) })
  await recordGroup(scope, tx, group, 'created')
}

const isGuestOf = (buyer: EventRegistration, { seats, typeId, groupNumber }: EventRegistration): boolean =>
  seats === 0 && typeId === buyer.typeId && groupNumber !== null && groupNumber === buyer.groupNumber

/** Returns the organization of the payer, else the name of the payer, else that of the buyer. */
const nameOf = ({ form, contact }: Order, buyer: EventRegistration): string | null => {
  const organization = organizationOf(form) || contact?.displayName || buyer.organizationName
  const name = organization || [buyer.firstName, buyer.lastName].filter(Boolean).join(' ')
  return oneLine(name).slice(0, MAX_NAME).trim() || null
}

const organizationOf = (form: Prisma.JsonValue): string => {
  const billing = fieldOf(form, 'BillingInfo')
  const name = fieldOf(billing, 'OrganizationName')
  return typeof name === 'string' ? oneLine(name) : ''
}

const fieldOf = (value: Prisma.JsonValue | undefined, field: string): Prisma.JsonValue | undefined =>
  value && typeof value === 'object' && !Array.isArray(value) ? value[field] : undefined

/**
 * Removes registrations that are cancelled, rejected, expired or transferred from their tables. Deletes the tables that they
 * have bought if no member is left; others can be deleted then. Call it in the transaction of the change. Lock the event first.
 * Repeating it has no effect.
 */
export const releaseSeats = async (
  scope: Scope,
  tx: Transaction,
  registrationIds: readonly number[],
): Promise<void> => {
  if (registrationIds.length === 0) return
  await runForWholeTenant(scope, tx, async () => {
    const where = { tenantId: scope.db.tenantId, registrationId: { in: [...registrationIds] } }
    const members = await tx.eventGroupMember.findMany({ where, select: { groupId: true } })
    await tx.eventGroupMember.deleteMany({ where })
    const emptied = await deleteEmptied(scope, tx, where)
    const left = [...new Set(members.map(({ groupId }) => groupId))].filter((id) => !emptied.has(id))
    await touchGroups(
      scope,
      tx,
      left.toSorted((a, b) => a - b),
    )
  })
}

const deleteEmptied = async (
  scope: Scope,
  tx: Transaction,
  where: { tenantId: number; registrationId: { in: number[] } },
): Promise<ReadonlySet<number>> => {
  const bought = await tx.eventGroup.findMany({ where: { ...where, members: { none: {} } }, orderBy: { id: 'asc' } })
  await lockRows(
    scope,
    tx,
    eventGroupKind,
    bought.map(({ id }) => id),
  )
  for (const group of bought) {
    await tx.eventGroup.delete({ where: { tenantId_id: { tenantId: group.tenantId, id: group.id } } })
    await recordGroup(scope, tx, nextVersionOf(group), 'deleted')
  }
  return new Set(bought.map(({ id }) => id))
}
