import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'
import type { Prisma } from '#prisma/client'
import { contactEvents } from './contacts.events.ts'

const HEAD = {
  id: true,
  auditId: true,
  systemTypeId: true,
  primaryEmailId: true,
  primaryPhoneId: true,
  primaryWebsiteId: true,
  primaryAddressId: true,
} as const

/** The fields of a contact that its parts depend on. systemTypeId: 1 individual, 2 organization. */
export type ContactHead = Prisma.ContactGetPayload<{ select: typeof HEAD }>

/** Finds the heads of contacts that are not deleted. */
export const findContactHeads = (
  models: Models,
  { db }: Pick<Scope, 'db'>,
  ids: readonly number[],
): Promise<ContactHead[]> =>
  models.contact.findMany({ where: { tenantId: db.tenantId, id: { in: [...ids] }, deletedAt: null }, select: HEAD })

export const contactKind: RecordKind<ContactHead> = {
  entity: 'contact',
  table: 'contact',
  isSoftDeleted: true,
  events: contactEvents,
  find: async (tx, { id }, scope) => (await findContactHeads(tx, scope, [id]))[0] ?? null,
}
