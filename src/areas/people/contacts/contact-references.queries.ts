import { MAX_ID } from '#kernel/database/ids'
import { referenceFault, unknownReferences } from '#kernel/records/references'
import type { Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'

/** A field of a request that references a contact. */
export interface ContactReference {
  pointer: string
  contactId: number
}

/** Returns those of the contacts that are deleted. A read shows none of them, in no record that references them. */
export const findDeletedContacts = async (
  models: Models,
  tenantId: number,
  contactIds: readonly number[],
): Promise<ReadonlySet<number>> => {
  if (contactIds.length === 0) return new Set()
  const where = { tenantId, id: { in: [...contactIds] }, deletedAt: { not: null } }
  return new Set((await models.contact.findMany({ where, select: { id: true } })).map(({ id }) => id))
}

/** Rejects references to contacts that do not exist or are deleted: 422 `unknown-reference` naming each field. */
export const requireContacts = async (
  { db }: Pick<Scope, 'db'>,
  tx: Models,
  references: readonly ContactReference[],
): Promise<void> => {
  const ids = [...new Set(references.map(({ contactId }) => contactId))].filter((id) => id > 0 && id <= MAX_ID)
  const where = { tenantId: db.tenantId, id: { in: ids }, deletedAt: null }
  const found = ids.length === 0 ? [] : await tx.contact.findMany({ where, select: { id: true } })
  const known = new Set(found.map(({ id }) => id))
  const missing = references.filter(({ contactId }) => !known.has(contactId))
  if (missing.length > 0) throw unknownReferences(missing.map(({ pointer }) => referenceFault(pointer, 'contact')))
}
