import type { Communication } from '#contract/people/contacts'
import type { CommunicationEdit } from '#contract/people/contacts-details'
import type { ContactCommunication } from '#prisma/client'
import { presentPartActions } from '../contacts.presenter.ts'
import { type CommunicationWithFiles, initialsOf } from './communications.model.ts'

const presentCommunication = (editable: ReadonlySet<number>, row: ContactCommunication): Communication => ({
  Actions: presentPartActions(editable, row.contactId),
  CommunicationId: row.id,
  AuditId: row.auditId,
  CommunicationTypeId: row.typeId as Communication['CommunicationTypeId'],
  CommunicationStatusTypeId: row.statusTypeId as Communication['CommunicationStatusTypeId'],
  FromDisplayName: row.fromDisplayName,
  Date: row.occurredAt.toISOString(),
  Subject: row.subject,
  FromInitials: initialsOf(row.fromDisplayName),
  Category: row.category,
  FilesCount: row.filesCount,
  MailMessageId: row.mailMessageId === null ? null : Number(row.mailMessageId),
})

export const presentCommunicationEdit = (
  editable: ReadonlySet<number>,
  row: CommunicationWithFiles,
): CommunicationEdit => ({
  ...presentCommunication(editable, row),
  ContactId: row.contactId,
  FileIds: row.fileIds,
  Body: row.body,
})
