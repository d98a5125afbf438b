import { NO_VALUES } from '#areas/people/custom-fields/values/values.service'
import type { DuplicateCandidate, OrganizationSaveInput } from '#contract/people/contacts-saving'
import type { SqlRunner } from '#kernel/database/sql-runner'
import type { VersionedRow } from '#kernel/listing/list-rows'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { parseDraft } from '../contacts.input.ts'
import { draftOf } from '../records/records.model.ts'
import { type PreparedSave, prepareSave, runSave, type SaveRequest } from '../records/records.service.ts'
import { saveContact } from '../records/save-contact.service.ts'
import { parseOrganization } from './organizations.input.ts'
import { organizationSql } from './organizations.sql.ts'

/** Creates an organization (id 0) or changes one. @throws 400, and what saveContact throws. */
export const saveOrganization = async (
  scope: Scope,
  contactId: number,
  input: OrganizationSaveInput,
  expected: ExpectedVersion,
): Promise<VersionedRow> => {
  const draft = await parseDraft(scope, input, contactId, parseOrganization)
  return saveContact(scope, { systemTypeId: 2, contactId, draft, expected }, (id) => organizationSql(scope, id))
}

// What follows is for areas whose own transaction creates or renames an organization, by the rules of every save.

const namedOrganization = (contactId: number, name: string, forceSave: boolean): SaveRequest => ({
  systemTypeId: 2,
  contactId,
  draft: draftOf({ organization_name: name }, forceSave),
  values: NO_VALUES,
})

const runnerOf = (tx: SqlRunner) => ({
  tx,
  finish: (last: readonly Sql[]) => Promise.all(last.map((statement) => tx.rows<object>(statement))),
})

/** Takes what createNamedOrganization needs, before a transaction that may be retried. */
export const prepareOrganization = (scope: Scope): Promise<PreparedSave> =>
  prepareSave(scope, namedOrganization(0, '', true))

export interface CreatedOrganization {
  contactId: number
  /** Contacts that may be the same. If there are any, no organization was created. */
  candidates: readonly DuplicateCandidate[]
}

/** Creates an organization with this name. With `force`, does not look for duplicates. */
export const createNamedOrganization = (
  scope: Scope,
  tx: SqlRunner,
  prepared: PreparedSave,
  { name, force }: { name: string; force: boolean },
): Promise<CreatedOrganization> => runSave(scope, runnerOf(tx), { ...prepared, ...namedOrganization(0, name, force) })

/** Renames an organization, without a look for duplicates. Does nothing if it has the name already. @throws 404. */
export const renameOrganization = async (
  scope: Scope,
  tx: SqlRunner,
  contactId: number,
  name: string,
): Promise<void> => {
  await runSave(scope, runnerOf(tx), await prepareSave(scope, namedOrganization(contactId, name, true), tx))
}
