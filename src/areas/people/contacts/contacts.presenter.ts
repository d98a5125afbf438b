import type { FastifyReply } from 'fastify'
import type { ContactState } from '#contract/people/contacts-saving'
import { notFound } from '#kernel/errors/problem'
import { JsonText } from '#kernel/http/serve'
import { sendVersion } from '#kernel/http/versions'
import type { VersionedRow } from '#kernel/listing/list-rows'
import type { Contact } from '#prisma/client'
import type { Versioned } from './contact-parts.queries.ts'
import { valueLists } from './value-lists.model.ts'

const DELETED = 32

// A deleted contact has the status Deleted in the response; its row keeps the status for when it is restored.
export const presentState = (contact: Contact): ContactState => {
  const isDeleted = contact.deletedAt !== null
  const statusId = (isDeleted ? DELETED : contact.statusId) as ContactState['MembershipStatusTypeId']
  return {
    ContactId: contact.id,
    AuditId: contact.auditId,
    MembershipStatusTypeId: statusId,
    Status: valueLists.statuses[statusId],
    IsStatusManual: contact.manualStatusId !== null && contact.manualStatusId === contact.statusId,
    ManualStatusTypeId: contact.manualStatusId as ContactState['ManualStatusTypeId'],
    IsDeleted: isDeleted,
  }
}

/** Responds with JSON text about a contact. @param what the noun of the 404 without text. */
export const sendText = (text: string | null, what = 'contact'): JsonText => {
  if (text === null) throw notFound(what)
  return new JsonText(text)
}

/** Sends the same with the contact's version as ETag. */
export const sendVersioned = (reply: FastifyReply, found: VersionedRow | null, what?: string): JsonText => {
  if (found) sendVersion(reply, found.auditId)
  return sendText(found?.text ?? null, what)
}

/** Sends the version of the contact as ETag, and returns what belongs to the contact. */
export const sendVersionOf = <T>(reply: FastifyReply, { result, auditId }: Versioned<T>): T => {
  sendVersion(reply, auditId)
  return result
}

export type PartAction = 'view' | 'edit' | 'delete'

/**
 * Returns what the caller can do with what belongs to contacts.
 *
 * @param editable the contacts that it can change: findEditable.
 */
export const presentPartActions = (
  editable: ReadonlySet<number>,
  ...contactIds: readonly [number, ...number[]]
): PartAction[] => (contactIds.every((id) => editable.has(id)) ? ['view', 'edit', 'delete'] : ['view'])

/** Formats a stored day as YYYY-MM-DD. */
export const formatDay = (day: Date | null): string | null => (day ? day.toISOString().slice(0, 10) : null)
