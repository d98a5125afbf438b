import type { SqlRunner } from '#kernel/database/sql-runner'
import { notFound } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'
import { type ContactDesignation, Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { canWriteContacts, editableContactsSql } from './contacts.sql.ts'
import { type ListCounts, requireRoomInList } from './list-limits.model.ts'

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

/** Something that belongs to a contact, with the version of the contact. */
export interface Versioned<T> {
  result: T
  auditId: number
}

/** Finds the heads of contacts that are not deleted. */
export const findContactHeads = (
  models: Models,
  { db }: Pick<Scope, 'db'>,
  ids: readonly number[],
): Promise<ContactHead[]> =>
  models.contact.findMany({ where: { tenantId: db.tenantId, id: { in: [...ids] }, deletedAt: null }, select: HEAD })

/** Returns what a contact's parts depend on, with its version; 404 if the contact does not exist or is deleted. */
export const getContactHead = async (scope: Scope, contactId: number): Promise<ContactHead> => {
  const [contact] = await findContactHeads(scope.db.prisma, scope, [contactId])
  if (!contact) throw notFound('contact')
  return contact
}

/** Finds those of the contacts that the caller can change, for the Actions of what belongs to them. */
export const findEditable = async (scope: Scope, contactIds: readonly number[]): Promise<ReadonlySet<number>> => {
  if (!canWriteContacts(scope)) return new Set()
  const statement = editableContactsSql(scope, contactIds)
  if (!statement) return new Set(contactIds)
  return new Set((await scope.db.rows<{ id: number }>(statement)).map(({ id }) => id))
}

/** Reads parts of a contact, with its version; 404 if the contact does not exist or is deleted. */
export const readParts = async <T>(
  scope: Scope,
  contactId: number,
  read: (contact: ContactHead) => Promise<T>,
): Promise<Versioned<T>> => {
  const contact = await getContactHead(scope, contactId)
  return { auditId: contact.auditId, result: await read(contact) }
}

/** Returns the number of rows in each limited list of a contact, as one row of ListCounts. */
const listCountsSql = (tenantId: number, contactId: number): Sql => {
  const count = (table: string) =>
    Prisma.sql`(SELECT count(*)::int FROM ${Prisma.raw(table)} t
      WHERE t.tenant_id = ${tenantId}::int AND t.contact_id = ${contactId}::int)`
  return Prisma.sql`SELECT
    ${count('contact_email')} AS emails, ${count('contact_phone')} AS phones, ${count('contact_website')} AS websites,
    ${count('contact_address')} AS addresses, ${count('contact_role')} AS roles,
    ${count('contact_designation')} AS designations,
    (SELECT count(*)::int FROM contact_relationship t
      JOIN contact_relationship_type y ON y.tenant_id = t.tenant_id AND y.id = t.type_id
      WHERE t.tenant_id = ${tenantId}::int AND t.contact_id = ${contactId}::int AND y.purpose = 'hierarchy') AS parents`
}

/** Counts the rows in each limited list of a contact. */
export const countLists = async ({ db }: Scope, tx: SqlRunner, contactId: number): Promise<ListCounts> => {
  const [counts] = await tx.rows<ListCounts>(listCountsSql(db.tenantId, contactId))
  if (!counts) throw new Error('The lists were not counted')
  return counts
}

/** Rejects one more row in a list of a contact. Lock the contact before. @throws 422 too-many. */
export const requireListRoom = async (
  scope: Scope,
  tx: SqlRunner,
  contactId: number,
  list: keyof ListCounts,
): Promise<void> => requireRoomInList(await countLists(scope, tx, contactId), list)

/** Lists the designations of a contact by DisplayOrder, then the oldest first. */
export const findDesignations = (models: Models, { db }: Scope, contactId: number): Promise<ContactDesignation[]> =>
  models.contactDesignation.findMany({
    where: { tenantId: db.tenantId, contactId },
    orderBy: [{ displayOrder: 'asc' }, { id: 'asc' }],
  })

/** Lists the same with the version of the contact. */
export const listDesignations = (scope: Scope, contactId: number): Promise<Versioned<ContactDesignation[]>> =>
  readParts(scope, contactId, () => findDesignations(scope.db.prisma, scope, contactId))
