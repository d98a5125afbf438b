import type { ContactRecordEdit } from '#contract/people/contacts-details'
import type { ContactRecord } from '#prisma/client'

import { formatDay, presentPartActions } from '../contact-parts.presenter.ts'
import type { ContactRecordKind } from './contact-records.model.ts'

export const presentRecord = (editable: ReadonlySet<number>, record: ContactRecord): ContactRecordEdit => ({
  ContactRecordId: record.id,
  AuditId: record.auditId,
  ContactId: record.contactId,
  Kind: record.kind as ContactRecordKind,
  Name: record.name,
  Description: record.description,
  Status: record.status,
  Amount: record.amount?.toNumber() ?? null,
  StartDate: formatDay(record.startDate),
  EndDate: formatDay(record.endDate),
  Url: record.url,
  Actions: presentPartActions(editable, record.contactId),
})
