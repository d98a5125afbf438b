import { notFound } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'
import type { ContactRecord } from '#prisma/client'
import { readParts, type Versioned } from '../contact-parts.queries.ts'
import type { ContactRecordKind } from './contact-records.model.ts'

/** Lists the records of a contact by kind, then latest start first; only those of `kind` if it is given. */
export const listContactRecords = (
  scope: Scope,
  contactId: number,
  kind: ContactRecordKind | undefined,
): Promise<Versioned<ContactRecord[]>> =>
  readParts(scope, contactId, () =>
    scope.db.prisma.contactRecord.findMany({
      where: { tenantId: scope.db.tenantId, contactId, ...(kind !== undefined && { kind }) },
      orderBy: [{ kind: 'asc' }, { startDate: { sort: 'desc', nulls: 'last' } }, { id: 'desc' }],
    }),
  )

/** Returns one record of a contact; 404 if there is none with this id. */
export const getContactRecord = async (
  models: Models,
  { db }: Scope,
  contactId: number,
  id: number,
): Promise<ContactRecord> => {
  const record = await models.contactRecord.findFirst({ where: { tenantId: db.tenantId, contactId, id } })
  if (!record) throw notFound('record')
  return record
}
