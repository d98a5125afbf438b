import type { RecordKind } from '#kernel/records/record-kind'
import type { Contact } from '#prisma/client'
import { contactEvents } from './contacts.events.ts'

export const contactKind: RecordKind<Contact> = {
  entity: 'contact',
  table: 'contact',
  isSoftDeleted: true,
  events: contactEvents,
  find: (tx, key) => tx.contact.findFirst({ where: { ...key, deletedAt: null } }),
}
