import { updateGroupsAndDirectories } from '#areas/people/chapters/members/moves.service'
import { contactFieldTypes } from '#areas/people/custom-fields/values/fields.queries'
import {
  loadValuePlan,
  NO_VALUES,
  refuseMissing,
  saveValues,
  type ValuePlan,
} from '#areas/people/custom-fields/values/values.service'
import type { SqlRunner } from '#kernel/database/sql-runner'
import { InputFaults } from '#kernel/errors/input-faults'
import { changeParts, recordChangesSql } from '#kernel/records/change-sql'
import type { Change } from '#kernel/records/record-change'
import { assertVersion, type ExpectedVersion } from '#kernel/records/versions'
import type { DriverTransaction } from '#kernel/tenancy/driver-transaction'
import type { Scope } from '#kernel/tenancy/scope'
import { runForWholeTenant } from '#kernel/tenancy/whole-tenant'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { contactEvents } from '../contacts.events.ts'
import { type Candidate, candidatesCall, identityOfRecords } from '../duplicates/candidates.queries.ts'
import { type Changes, changesOf } from './changes-of.ts'
import { derivationFacts, refreshContactRows } from './contact-row.ts'
import type { DerivationFacts } from './derived-columns.ts'
import type { ContactDraft } from './drafts.ts'
import { assertNoCycle } from './hierarchy.queries.ts'
import { existing, findCandidates, loadReferences, refuseDuplicates } from './load-for-save.ts'
import { type NewIds, takeIdInChapter, takeIds } from './new-ids.ts'
import { type ContactPlan, planContact } from './plan-contact.ts'
import { setPrimaryContacts } from './primary-contacts.ts'
import { contactRecordsSql, lockPlacesSql, type RecordsAnswer } from './records.queries.ts'
import { blankContact, type ContactRecords, newRecords, type Surroundings } from './records.ts'
import { References, standsAlone } from './references.ts'
import { type HistoryParts, insertContactSql, removeUnusedPlacesSql, updateContactSql } from './write-records.ts'

export interface SaveRequest {
  /** 1 individual, 2 organization. */
  systemTypeId: 1 | 2
  /** 0 creates. */
  contactId: number
  draft: ContactDraft
  expected: ExpectedVersion
  /** The statement that makes the answer: one row whose first column is JSON text. */
  answer: (contactId: number) => Sql
}

export interface Saved {
  auditId: number
  /** What the request's answer statement made. */
  text: string
}

/**
 * Creates or changes a contact with its records, in one transaction: the whole request or nothing.
 *
 * @throws 404, 409 stale-audit-id or possible-duplicate, 412, 422 unknown-reference or relationship-cycle.
 */
export const saveContact = async (scope: Scope, request: SaveRequest): Promise<Saved> => {
  const { draft, contactId } = request
  const ids = () => takeIds(scope.db, draft, contactId)
  if (contactId > 0) {
    const taken = await ids()
    return scope.db.transaction((tx) => change(tx, scope, request, taken.again()), { onDriver: true })
  }
  const facts = await derivationFacts(scope)
  const values = await valuesOf(scope.db, scope, request, new InputFaults())
  const taken = await ids()
  if (standsAlone(draft) && values.changed.length === 0 && !scope.chapters)
    return createAlone(scope, request, taken, facts)
  let isFirst = true
  return scope.db.transaction(
    async (tx) => {
      // Tried again because a field changed meanwhile: the values are read against it as it is now.
      const current = isFirst ? values : await valuesOf(tx, scope, request, new InputFaults())
      isFirst = false
      return createAmongOthers(tx, scope, request, taken.again(), facts, current)
    },
    { onDriver: true },
  )
}

/** What the request makes of the contact's custom fields; throws what is wrong with them. */
const valuesOf = async (
  runner: SqlRunner,
  scope: Scope,
  { draft, contactId, systemTypeId }: SaveRequest,
  faults: InputFaults,
): Promise<ValuePlan> => {
  const wanted = { objectTypes: contactFieldTypes(systemTypeId), objectId: contactId }
  const plan = await loadValuePlan(runner, scope.db.tenantId, wanted, draft.customFields, faults)
  faults.refuse()
  refuseMissing(plan, draft.customFields)
  return plan
}

/** A new contact that refers to no other record needs one statement, and another for the answer: one trip. */
const createAlone = async (scope: Scope, request: SaveRequest, ids: NewIds, facts: DerivationFacts): Promise<Saved> => {
  const { id, sql } = creationAlone(scope, request, ids, facts)
  const [inserted, answer] = await scope.db.transaction((tx) => tx.commit(sql, request.answer(id)), { onDriver: true })
  refuseDuplicates(scope, (inserted?.[0] as CreationAnswer | undefined)?.candidates ?? [])
  return { auditId: 1, text: textOf(answer) }
}

/** What creationAlone's statement answers: why nothing was written, or null. */
export interface CreationAnswer {
  candidates: Candidate[] | null
}

/**
 * The statement that creates a contact which refers to no other record (see standsAlone), its history and event
 * included, unless there may be duplicates: then it writes nothing and answers them.
 */
export const creationAlone = (
  scope: Scope,
  request: Pick<SaveRequest, 'draft' | 'systemTypeId'>,
  ids: NewIds,
  facts: DerivationFacts,
): { id: number; sql: Sql } => {
  const plan = planNew(scope, request, ids, new References([], undefined))
  const record: HistoryParts = (happened) => changeParts(scope, [historyOf(plan)], happened)
  return { id: plan.after.id, sql: insertContactSql(plan, facts, record, guardOf(scope, request, plan)) }
}

const createAmongOthers = async (
  tx: DriverTransaction,
  scope: Scope,
  request: SaveRequest,
  taken: NewIds,
  facts: DerivationFacts,
  values: ValuePlan,
): Promise<Saved> => {
  const references = await loadReferences(tx, scope, request.draft, [])
  const ids = scope.chapters ? taken.instead('contact', await takeIdInChapter(tx)) : taken
  const plan = planNew(scope, request, ids, references)
  plan.after.surroundings = { ...plan.after.surroundings, ...surroundingsOf(plan.after, references) }
  const { id } = plan.after
  const record: HistoryParts = (happened) => changeParts(scope, [historyOf(plan, values)], happened)
  const [inserted] = await tx.rows<{ candidates: Candidate[] | null }>(
    insertContactSql(plan, facts, record, guardOf(scope, request, plan)),
  )
  refuseDuplicates(scope, inserted?.candidates ?? [])
  await writeValues(tx, scope, id, values)
  const others = await setPrimaryContacts(tx, scope, plan.primaryContactOf)
  await followChapter(tx, scope, id)
  await refreshContactRows(tx, scope, neighboursOf(plan))
  const [, answer] = await tx.commit(recordChangesSql(scope, others), request.answer(id))
  return { auditId: 1, text: textOf(answer) }
}

/** A contact that a limited caller creates is in the first of its chapters, and so in that one's group and directory. */
const followChapter = async (tx: SqlRunner, scope: Scope, contactId: number): Promise<void> => {
  const chapterId = scope.chapters?.editable[0]
  if (chapterId !== undefined)
    await updateGroupsAndDirectories(tx, scope, { entered: [{ contactId, chapterId }], left: [] })
}

const planNew = (
  scope: Scope,
  { draft, systemTypeId }: Pick<SaveRequest, 'draft' | 'systemTypeId'>,
  ids: NewIds,
  references: References,
): ContactPlan => {
  const statusId = draft.entered.status_id ?? scope.tenant.defaultContactStatusId
  return planned(newRecords(ids.next('contact'), blankContact(systemTypeId, statusId)), draft, references, ids)
}

const guardOf = (scope: Scope, { draft }: Pick<SaveRequest, 'draft'>, { after }: ContactPlan): Sql | undefined =>
  draft.forceSave ? undefined : candidatesCall(scope.db.tenantId, identityOfRecords(after), { wait: true })

const change = async (tx: DriverTransaction, scope: Scope, request: SaveRequest, ids: NewIds): Promise<Saved> => {
  const { draft, contactId } = request
  const { tenantId } = scope.db
  const [references, , found] = await Promise.all([
    loadReferences(tx, scope, draft, [contactId]),
    draft.addresses.length > 0 ? tx.rows(lockPlacesSql(tenantId, contactId)) : [],
    tx.rows<RecordsAnswer>(contactRecordsSql(tenantId, [contactId])),
  ])
  // Who may see it may not always hold it: then it is as if it were not there.
  const before = existing(references.contact(contactId) && found[0]?.records, request.systemTypeId)
  assertVersion(before.audit_id, request.expected)
  const values = await valuesOf(tx, scope, request, new InputFaults())
  const plan = planned(before, draft, references, ids)
  const history = historyOf(plan, values)
  if (!history.changes && plan.primaryContactOf.length === 0) {
    const [answer] = await tx.commit(request.answer(contactId))
    return { auditId: before.audit_id, text: textOf(answer) }
  }
  if (!draft.forceSave) await refuseNewDuplicates(tx, scope, plan)
  const { put: parents } = plan.lists.parents
  if (parents.length > 0) await runForWholeTenant(tx, scope, () => assertNoCycle(tx, tenantId, contactId, parents))
  await tx.rows(updateContactSql(plan, tenantId))
  await writeValues(tx, scope, contactId, values)
  const others = await setPrimaryContacts(tx, scope, plan.primaryContactOf)
  const sharing = await tidyPlaces(tx, tenantId, plan)
  await refreshContactRows(tx, scope, [contactId, ...neighboursOf(plan), ...sharing])
  const [, answer] = await tx.commit(recordChangesSql(scope, [history, ...others]), request.answer(contactId))
  return { auditId: before.audit_id + 1, text: textOf(answer) }
}

const planned = (before: ContactRecords, draft: ContactDraft, references: References, ids: NewIds): ContactPlan => {
  const faults = new InputFaults()
  const plan = planContact(before, draft, references, ids, faults)
  faults.refuse()
  return plan
}

/** A change is held against others only where it touches what duplicates are found by. */
const refuseNewDuplicates = async (tx: SqlRunner, scope: Scope, { before, after }: ContactPlan): Promise<void> => {
  const now = identityOfRecords(after)
  if (JSON.stringify(identityOfRecords(before)) === JSON.stringify(now)) return
  refuseDuplicates(scope, await findCandidates(tx, scope.db.tenantId, now, after.id))
}

/** Contacts whose counts, or names shown, depend on what a plan changes. */
const neighboursOf = ({ before, after, lists, primaryContactOf }: ContactPlan): number[] => {
  const touched = (list: 'roles' | 'parents') =>
    new Set([...lists[list].put.map(({ id }) => id), ...lists[list].removed])
  const [roles, parents] = [touched('roles'), touched('parents')]
  return [
    ...[...before.roles, ...after.roles].filter(({ id }) => roles.has(id)).map((role) => role.organization_id),
    ...[...before.parents, ...after.parents].filter(({ id }) => parents.has(id)).map((row) => row.other_contact_id),
    ...primaryContactOf.map(({ organizationId }) => organizationId),
  ]
}

/** Removes places that were given up and answers the contacts that share a changed one. */
const tidyPlaces = async (tx: SqlRunner, tenantId: number, { before, lists }: ContactPlan): Promise<number[]> => {
  const gone = new Set(lists.addresses.removed)
  const given = before.addresses.filter(({ id }) => gone.has(id)).map(({ address_id }) => address_id)
  if (given.length > 0) await tx.rows(removeUnusedPlacesSql(tenantId, given))
  const changed = lists.places.put.filter(({ audit_id }) => audit_id > 1).map(({ id }) => id)
  if (changed.length === 0) return []
  const rows = await tx.rows<{ contact_id: number }>(Prisma.sql`
    SELECT DISTINCT contact_id FROM contact_address WHERE tenant_id = ${tenantId} AND address_id = ANY(${changed}::int[])`)
  return rows.map(({ contact_id }) => contact_id)
}

/** What the row of a new contact shows of others; all of them are locked. */
const surroundingsOf = (
  { entered, roles, parents }: ContactRecords,
  references: References,
): Partial<Surroundings> => ({
  organizations: roles.map(({ organization_id: id }) => ({
    id,
    name: references.contact(id)?.display_name ?? '',
    covering: references.covering(id),
  })),
  role_count: roles.length,
  parent_count: parents.length,
  primary_contact_name: references.contact(entered.primary_contact_id ?? 0)?.display_name ?? null,
})

const writeValues = async (tx: SqlRunner, scope: Scope, objectId: number, plan: ValuePlan): Promise<void> => {
  await saveValues(tx, scope.db.tenantId, [{ objectId, plan }])
}

/** The history and event of a plan that was written. */
export const historyOf = (plan: ContactPlan, values: ValuePlan = NO_VALUES): Change => {
  const { id, audit_id, entered } = plan.after
  const changes: Changes = { ...changesOf(plan), ...values.changes }
  const fields = Object.keys(changes)
  const isNew = audit_id === 0
  return {
    entity: 'contact',
    entityId: id,
    auditId: audit_id + 1,
    action: isNew ? 'created' : 'updated',
    ...(fields.length > 0 && { changes }),
    event: {
      kind: isNew ? contactEvents.created : contactEvents.updated,
      payload: { contactId: id, systemContactTypeId: entered.system_type_id, ...(!isNew && { fields }) },
    },
  }
}

const textOf = (rows: object[] | undefined): string => String(Object.values(rows?.[0] ?? {})[0])
