import type { ContactRecordEdit } from '#contract/people/contacts-details'
import type { Scope } from '#kernel/tenancy/scope'
import type { ContactRecord } from '#prisma/client'
import { writeDay } from '../contact-parts.input.ts'
import { detailActions } from '../part-actions.ts'
import type { RecordKind } from './contact-records.model.ts'

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
