import type { Communication } from '#contract/people/contacts'
import type { CommunicationEdit } from '#contract/people/contacts-details'
import type { Scope } from '#kernel/tenancy/scope'
import type { ContactCommunication } from '#prisma/client'
import { getPartActions } from '../contact-parts.presenter.ts'

const presentCommunication = (scope: Scope, row: ContactCommunication): Communication => ({
  Actions: getPartActions(scope),
  CommunicationId: row.id,
  AuditId: row.auditId,
  CommunicationTypeId: row.typeId as Communication['CommunicationTypeId'],
  CommunicationStatusTypeId: row.statusTypeId as Communication['CommunicationStatusTypeId'],
  FromDisplayName: row.fromDisplayName,
  Date: row.occurredAt.toISOString(),
  Subject: row.subject,
  FromInitials: initials(row.fromDisplayName),
  Category: row.category,
  FilesCount: row.filesCount,
})

export const presentCommunicationEdit = (scope: Scope, row: ContactCommunication): CommunicationEdit => ({
  ...presentCommunication(scope, row),
  ContactId: row.contactId,
  Body: row.body,
})

/** First letters of the first and the last word: "Ada King Byron" is AB. */
export const initials = (name: string | null): string | null => {
  const words = name?.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’.-]*/gu) ?? []
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words.slice(0, 1)
  return ends.map((word) => [...(word ?? '')][0]?.toLocaleUpperCase('en') ?? '').join('') || null
}
