import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ContactState } from '#contract/people/contacts-saving'
import { JsonText } from '#kernel/http/serve'
import { sendVersion } from '#kernel/http/versions'
import type { Contact } from '#prisma/client'
import type { Found } from './contacts.queries.ts'
import { valueLists } from './value-lists.model.ts'

const DELETED = 32

/** A deleted contact has the status Deleted in the response; its row keeps the status for when it is restored. */
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

/** Responds with text about a contact, and with Content-Location if the contact was merged into another. */
export const sendText = (
  request: FastifyRequest,
  reply: FastifyReply,
  { found, contactId }: Found<string>,
): JsonText => {
  const requested = Object.values(request.params as Record<string, number>)[0]
  if (requested !== contactId)
    reply.header('content-location', (request.routeOptions.url ?? '').replace(/:\w+/, String(contactId)))
  return new JsonText(found)
}

/** The same with the contact's version as ETag. */
export const sendVersioned = (
  request: FastifyRequest,
  reply: FastifyReply,
  { found, contactId }: Found<{ text: string; auditId: number }>,
): JsonText => {
  sendVersion(reply, found.auditId)
  return sendText(request, reply, { found: found.text, contactId })
}
