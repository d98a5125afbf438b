import type { ContactRecordEdit } from '../../../../../contract/people/contacts-details.ts'
import type { Scope } from '../../../../../kernel/tenancy/scope.ts'
import type { Versioned } from '../answer.ts'
import { getContactHead } from '../contact-head.ts'
import type { RecordKind } from './record-kinds.ts'
import { presentRecord } from './records.presenter.ts'

/** The records of a contact, of one kind or all, by kind, latest start first. */
export const listRecords = async (
  scope: Scope,
  contactId: number,
  kind: RecordKind | undefined,
): Promise<Versioned<ContactRecordEdit[]>> => {
  const { auditId } = await getContactHead(scope, contactId)
  const records = await scope.db.prisma.contactRecord.findMany({
    where: { tenantId: scope.db.tenantId, contactId, ...(kind !== undefined && { kind }) },
    orderBy: [{ kind: 'asc' }, { startDate: { sort: 'desc', nulls: 'last' } }, { id: 'desc' }],
  })
  return { auditId, answer: records.map((record) => presentRecord(scope, record)) }
}
