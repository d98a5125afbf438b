import type { ContactRecordEdit } from '#contract/people/contacts-details'
import type { Scope } from '#kernel/tenancy/scope'
import type { ContactRecord } from '#prisma/client'
import { detailActions } from '../detail-actions.ts'
import { writeDay } from '../input.ts'
import type { RecordKind } from './record-kinds.ts'

export const presentRecord = (scope: Scope, record: ContactRecord): ContactRecordEdit => ({
  ContactRecordId: record.id,
  AuditId: record.auditId,
  ContactId: record.contactId,
  Kind: record.kind as RecordKind,
  Name: record.name,
  Description: record.description,
  Status: record.status,
  Amount: record.amount?.toNumber() ?? null,
  StartDate: writeDay(record.startDate),
  EndDate: writeDay(record.endDate),
  Url: record.url,
  Actions: detailActions(scope),
})
