import type { Scope } from '#kernel/tenancy/scope'
import type { ContactRecord } from '#prisma/client'
import { getContactHead } from '../contact-kind.queries.ts'
import type { Versioned } from '../contact-parts.ts'
import type { RecordKind } from './contact-records.model.ts'

/** The records of a contact, of one kind or all, by kind, latest start first. */
export const listRecords = async (
  scope: Scope,
  contactId: number,
  kind: RecordKind | undefined,
): Promise<Versioned<ContactRecord[]>> => {
  const { auditId } = await getContactHead(scope, contactId)
  const answer = await scope.db.prisma.contactRecord.findMany({
    where: { tenantId: scope.db.tenantId, contactId, ...(kind !== undefined && { kind }) },
    orderBy: [{ kind: 'asc' }, { startDate: { sort: 'desc', nulls: 'last' } }, { id: 'desc' }],
  })
  return { auditId, answer }
}
