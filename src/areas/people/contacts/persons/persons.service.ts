import type { PersonInput } from '#contract/people/contacts'
import type { VersionedRow } from '#kernel/listing/list-rows'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import { parseDraft } from '../contacts.input.ts'
import { saveContact } from '../records/save-contact.service.ts'
import { parsePerson } from './persons.input.ts'
import { personSql } from './persons.sql.ts'

/** Creates an individual (id 0) or changes one. @throws 400, and what saveContact throws. */
export const savePerson = async (
  scope: Scope,
  contactId: number,
  input: PersonInput,
  expected: ExpectedVersion,
): Promise<VersionedRow> => {
  const draft = await parseDraft(scope, input, contactId, parsePerson)
  return saveContact(scope, { systemTypeId: 1, contactId, draft, expected }, (id) => personSql(scope, id))
}
