import type { Communication } from '#contract/people/contacts'
import type { CommunicationEdit } from '#contract/people/contacts-details'
import type { Scope } from '#kernel/tenancy/scope'
import type { ContactCommunication } from '#prisma/client'
import { getPartActions } from '../contact-parts.presenter.ts'
import { initialsOf } from './initials.model.ts'

const presentCommunication = (scope: Scope, row: ContactCommunication): Communication => ({
  Actions: getPartActions(scope),
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
  MailMessageId: row.mailMessageId,
})

export const presentCommunicationEdit = (scope: Scope, row: ContactCommunication): CommunicationEdit => ({
  ...presentCommunication(scope, row),
  ContactId: row.contactId,
  Body: row.body,
})
