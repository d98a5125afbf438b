import { readSyncedContact, type SyncedContact } from '#areas/people/contacts/synced-fields/synced-fields.queries'
import type { SealedColumn } from '#kernel/crypto/sealed-columns'
import { notFound } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'
import type { AssociationMember, AssociationSettings } from '#prisma/client'

/** Finds what the sync knows of a number of the national body. */
export const findMember = (models: Models, { db }: Scope, nationalId: number): Promise<AssociationMember | null> =>
  models.associationMember.findFirst({ where: { tenantId: db.tenantId, nationalId } })

/** Lists the numbers of a contact: several after a merge. */
export const findMembersOf = (models: Models, { db }: Scope, contactId: number): Promise<AssociationMember[]> =>
  models.associationMember.findMany({
    where: { tenantId: db.tenantId, contactId },
    orderBy: { nationalId: 'asc' },
  })

/**
 * Finds the contact whose fields a number sets, locked or not; null for a deleted contact, or one that has another
 * number.
 */
export const findLiveContact = async (
  models: Models,
  { db }: Scope,
  member: AssociationMember | null,
): Promise<{ id: number; systemTypeId: number; nationalStatusId: number | null } | null> => {
  if (!member?.contactId) return null
  const { nationalId } = member
  return models.contact.findFirst({
    where: { tenantId: db.tenantId, id: member.contactId, nationalId, deletedAt: null },
    select: { id: true, systemTypeId: true, nationalStatusId: true },
  })
}

/** Finds the contact that a number has as a parent: after a merge the winner, whatever its number. */
export const findParent = async (
  models: Models,
  scope: Scope,
  nationalId: number,
): Promise<{ id: number; systemTypeId: number } | null> => {
  const { tenantId } = scope.db
  const member = await findMember(models, scope, nationalId)
  if (!member?.contactId) return null
  return models.contact.findFirst({
    where: { tenantId, id: member.contactId, deletedAt: null },
    select: { id: true, systemTypeId: true },
  })
}

/** Returns a contact by its number at the national body. @throws 404. */
export const getContactByNationalId = async (scope: Scope, nationalId: number): Promise<SyncedContact> => {
  const { prisma } = scope.db
  const contact = await findLiveContact(prisma, scope, await findMember(prisma, scope, nationalId))
  const shown = contact && (await readSyncedContact(scope, scope.db, contact.id))
  if (!shown) throw notFound('contact')
  return shown
}

/** Reads the settings of the sync; null before the first save. */
export const findSettings = (models: Models, { db }: Pick<Scope, 'db'>): Promise<AssociationSettings | null> =>
  models.associationSettings.findFirst({ where: { tenantId: db.tenantId } })

/** Returns the context of a sealed key: in the row of another tenant the key cannot be opened. */
export const registryKeyContext = (tenantId: number): string => `registry-key:${tenantId}`

export const registryKeys: SealedColumn = {
  table: 'association_settings',
  column: 'registry_key',
  context: (tenantId) => registryKeyContext(tenantId),
}
