import { listFileIds } from '#areas/integration/files/files.queries'
import { notFound } from '#kernel/errors/problem'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'
import type { ContactCommunication } from '#prisma/client'
import { getContactHead } from '../contact-parts.queries.ts'
import { communicationEvents } from '../contacts.events.ts'
import { COMMUNICATION, type CommunicationWithFiles } from './communications.model.ts'

export const communicationKind: RecordKind<ContactCommunication> = {
  entity: COMMUNICATION,
  table: 'contact_communication',
  columns: { body: null, status_type_id: 'CommunicationStatusTypeId', occurred_at: 'CommunicationDate' },
  events: communicationEvents,
  find: (models, key) => models.contactCommunication.findUnique({ where: { tenantId_id: key } }),
}

/** Returns one communication with a contact; 404 if there is none with this id. */
export const getCommunication = async (
  models: Models,
  { db }: Scope,
  contactId: number,
  id: number,
): Promise<ContactCommunication> => {
  const found = await models.contactCommunication.findFirst({ where: { tenantId: db.tenantId, contactId, id } })
  if (!found) throw notFound('communication')
  return found
}

/** Reads the same with the ids of its files. @throws 404, also if the contact is deleted. */
export const getCommunicationWithFiles = async (
  scope: Scope,
  contactId: number,
  id: number,
): Promise<CommunicationWithFiles> => {
  const { prisma, tenantId } = scope.db
  await getContactHead(scope, contactId)
  const found = await getCommunication(prisma, scope, contactId, id)
  return { ...found, fileIds: await listFileIds(prisma, tenantId, { kind: COMMUNICATION, id }) }
}
