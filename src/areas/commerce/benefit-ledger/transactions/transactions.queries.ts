import { contactKind } from '#areas/people/contacts/contacts.queries'
import { notFound } from '#kernel/errors/problem'
import { getRecord } from '#kernel/records/read'
import type { Scope } from '#kernel/tenancy/scope'
import { findOwners } from '../postings/owners.queries.ts'
import type { Subject } from '../postings/postings.sql.ts'
import { ledgerSql } from './transactions.sql.ts'

/** Returns the ledger of a benefit of a contact, or of the business that covers it, as JSON text. @throws 404. */
export const readLedger = async (scope: Scope, subject: Subject): Promise<string> => {
  await getRecord(scope, contactKind, subject.contactId)
  const owners = await findOwners(scope, scope.db, [subject.contactId], [subject.itemId])
  const owner = { ...subject, contactId: owners.ownerOf(subject) }
  const [row] = await scope.db.rows<{ text: string }>(ledgerSql(scope, owner))
  if (!row) throw notFound('benefit')
  return row.text
}
