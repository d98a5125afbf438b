import type { DuplicateCheckInput } from '#contract/people/contacts-saving'
import { InputFaults } from '#kernel/errors/input-faults'
import { notFound } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import { readEmail } from '../saving/emails.ts'
import { contactRecordsSql, type RecordsAnswer } from '../records/records.sql.ts'
import { blankContact } from '../records/records.model.ts'
import { readLine } from '../saving/text.ts'
import { type Candidate, candidatesCall, type Identity, identityOf, identityOfRecords } from './duplicates.sql.ts'

/**
 * The possible duplicates of a contact, best first, at most 20.
 *
 * @throws 404.
 */
export const duplicatesOf = async (scope: Scope, contactId: number): Promise<Candidate[]> => {
  const [found] = await scope.db.rows<RecordsAnswer>(contactRecordsSql(scope.db.tenantId, [contactId]))
  if (!found || found.records.is_deleted) throw notFound('contact')
  return candidates(scope, identityOfRecords(found.records), contactId)
}

/**
 * The contacts that saving such a person or organization would be held against.
 *
 * @throws 400 for an email address that is none.
 */
export const duplicatesOfUnsaved = async (scope: Scope, asked: DuplicateCheckInput): Promise<Candidate[]> => {
  const faults = new InputFaults()
  const line = (field: 'FirstName' | 'LastName' | 'OrganizationName') =>
    readLine(asked[field], `/${field}`, faults) ?? null
  const emailKeys = (asked.EmailAddresses ?? []).flatMap((text, index) => {
    const email = readEmail(text)
    if (!email) faults.malformed(`/EmailAddresses/${index}`, 'is no email address')
    return email ? [email.key] : []
  })
  const entered = {
    ...blankContact(asked.SystemContactTypeId, 0),
    first_name: line('FirstName'),
    last_name: line('LastName'),
    organization_name: line('OrganizationName'),
  }
  faults.refuse()
  return candidates(scope, identityOf(entered, emailKeys), asked.ContactId ?? 0)
}

const candidates = async (scope: Scope, identity: Identity, except: number): Promise<Candidate[]> => {
  const call = candidatesCall(scope.db.tenantId, identity, { except })
  return call ? scope.db.rows<Candidate>(Prisma.sql`SELECT * FROM ${call}`) : []
}
