import type { Communication } from '../../../../../contract/people/contacts.ts'
import type { CommunicationEdit } from '../../../../../contract/people/contacts-details.ts'
import type { ContactCommunication } from '../../../../../generated/prisma/client.ts'
import { holds, type Scope } from '../../../../../kernel/tenancy/scope.ts'

/** What this caller may do with a detail that can be read, changed and deleted. */
export const detailActions = (scope: Pick<Scope, 'grants'>): ('view' | 'edit' | 'delete')[] =>
  holds(scope, 'contacts:write') ? ['view', 'edit', 'delete'] : ['view']

/** The row of a list, without the text. */
export const presentCommunication = (scope: Pick<Scope, 'grants'>, row: ContactCommunication): Communication => ({
  Actions: detailActions(scope),
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

export const presentCommunicationEdit = (
  scope: Pick<Scope, 'grants'>,
  row: ContactCommunication,
): CommunicationEdit => ({ ...presentCommunication(scope, row), ContactId: row.contactId, Body: row.body })

/** First letters of the first and the last word: "Ada King Byron" is AB. */
export const initials = (name: string | null): string | null => {
  const words = name?.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’.-]*/gu) ?? []
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words.slice(0, 1)
  return ends.map((word) => [...(word ?? '')][0]?.toLocaleUpperCase('en') ?? '').join('') || null
}
