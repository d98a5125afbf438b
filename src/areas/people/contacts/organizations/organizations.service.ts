import type { SqlRunner } from '#kernel/database/sql-runner'
import { InputFaults } from '#kernel/errors/input-faults'
import { recordChangesSql } from '#kernel/records/change-sql'
import type { Scope } from '#kernel/tenancy/scope'
import type { Candidate } from '../duplicates/duplicates.sql.ts'
import { derivationFacts, refreshContactRows } from '../records/contact-rows.service.ts'
import type { ContactDraft } from '../records/drafts.model.ts'
import { existing } from '../records/records.queries.ts'
import { NewIds, takeIds } from '../records/new-ids.queries.ts'
import { planContact } from '../records/plan.model.ts'
import { contactRecordsSql, lockContactsSql, type RecordsAnswer } from '../records/records.sql.ts'
import { References } from '../records/references.queries.ts'
import { type CreationAnswer, creationAlone, historyOf } from '../records/records.service.ts'
import { updateContactSql } from '../records/record-writes.sql.ts'

/** Organizations for other areas that need one of a name: made, or given the name, in the area's own transaction. */

const named = (name: string, forceSave: boolean): ContactDraft => ({
  forceSave,
  entered: { organization_name: name },
  infos: [],
  addresses: [],
  roles: [],
  designations: [],
  parents: [],
  customFields: [],
})

/** What createNamedOrganization needs, taken ahead of the transaction that may have to be repeated. */
export const takeOrganizationId = (scope: Scope): Promise<NewIds> => takeIds(scope.db, named('', true), 0)

export interface MadeOrganization {
  id: number
  /** Contacts that may be the same: then, unless forced, none was made. */
  candidates: readonly Candidate[]
}

/** Makes an organization of that name, by the rules of every save. */
export const createNamedOrganization = async (
  tx: SqlRunner,
  scope: Scope,
  ids: NewIds,
  { name, force }: { name: string; force: boolean },
): Promise<MadeOrganization> => {
  const request = { systemTypeId: 2, draft: named(name, force) } as const
  const { id, sql } = creationAlone(scope, request, ids.again(), await derivationFacts(scope))
  const [answer] = await tx.rows<CreationAnswer>(sql)
  return { id, candidates: answer?.candidates ?? [] }
}

/** Gives an organization a name; nothing happens where it has it. Duplicates are not looked for. @throws 404. */
export const renameOrganization = async (
  tx: SqlRunner,
  scope: Scope,
  contactId: number,
  name: string,
): Promise<void> => {
  const { tenantId } = scope.db
  await tx.rows(lockContactsSql(tenantId, [contactId]))
  const [found] = await tx.rows<RecordsAnswer>(contactRecordsSql(tenantId, [contactId]))
  const before = existing(found?.records, 2)
  const faults = new InputFaults()
  const plan = planContact(before, named(name, true), new References([], undefined), new NewIds({}), faults)
  faults.refuse()
  const history = historyOf(plan)
  if (!history.changes) return
  await tx.rows(updateContactSql(plan, tenantId))
  await refreshContactRows(tx, scope, [contactId])
  await tx.rows(recordChangesSql(scope, [history]))
}
