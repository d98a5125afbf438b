import { listContactFieldTypes } from '#areas/people/custom-fields/values/fields.queries'
import {
  loadValuePlan,
  NO_VALUES,
  refuseMissing,
  type ValuePlan,
} from '#areas/people/custom-fields/values/values.service'
import type { DuplicateCandidate } from '#contract/people/contacts-saving'
import type { SqlRunner } from '#kernel/database/sql-runner'
import { InputFaults } from '#kernel/errors/input-faults'
import { notFound } from '#kernel/errors/problem'
import type { Change } from '#kernel/records/change'
import { changeValues, recordChangesSql } from '#kernel/records/change-sql'
import { changeOf } from '#kernel/records/record-change'
import { type ExpectedVersion, requireVersion } from '#kernel/records/versions'
import { noteOtherLock } from '#kernel/tenancy/contact-locks'
import type { Scope } from '#kernel/tenancy/scope'
import { runForWholeTenant } from '#kernel/tenancy/whole-tenant'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { contactKind } from '../contacts.queries.ts'
import { identityOfRecords } from '../duplicates/duplicates.model.ts'
import { findCandidates, requireNoDuplicates } from '../duplicates/duplicates.service.ts'
import { makeCandidateValues } from '../duplicates/duplicates.sql.ts'
import { countsOf, requireListLimits } from '../list-limits.model.ts'
import { getDerivationFacts } from './contact-rows.service.ts'
import { type DerivationFacts, deriveDisplayName } from './derivation.model.ts'
import { type NewIds, takeIdInChapter, takeIds, takeIdsInTransaction } from './new-ids.queries.ts'
import { refreshAround, writeOthers } from './other-records.service.ts'
import { type ContactPlan, findChangedAddresses, isNew, neighborsOf, planContact } from './plan.model.ts'
import { type InsertResult, insertContactSql, updateContactSql } from './record-writes.sql.ts'
import { type ContactDraft, type ContactRecords, changesOf, makeBlankRecords } from './records.model.ts'
import { readRecords, requireNoNewCycle } from './records.queries.ts'
import { lockAddressesSql } from './records.sql.ts'
import { loadReferences, NO_REFERENCES, type References } from './references.queries.ts'

export interface SaveRequest {
  /** 1 individual, 2 organization. */
  systemTypeId: 1 | 2
  /** 0 creates. */
  contactId: number
  draft: ContactDraft
  /** Absent: no version is checked. */
  expected?: ExpectedVersion
  /** The planned values of custom fields; absent: those of the draft. */
  values?: ValuePlan
}

/** A request with the ids and facts that a retry of its transaction uses again. */
export interface PreparedSave extends SaveRequest {
  ids: NewIds
  facts: DerivationFacts
  /** The insert itself checks that no custom fields have to be planned; `values` is then empty. */
  guardsValues?: boolean
}

export interface SaveResult {
  contactId: number
  auditId: number
  /** Contacts that may be the same. If there are any, nothing was written. */
  candidates: readonly DuplicateCandidate[]
  /** Whether custom fields have to be planned first. If so, nothing was written. */
  hasValuesToPlan: boolean
  /** The rows of the response statement. */
  response: object[]
}

/**
 * The transaction in which a save runs: `finish` sends its last statements, and commits if the transaction belongs to
 * the save.
 */
export interface SaveRunner {
  tx: SqlRunner
  finish: (last: readonly Sql[]) => Promise<object[][]>
}

/** @param runner the transaction that the save is a part of; absent: the save has a transaction of its own. */
export const prepareSave = async (
  scope: Scope,
  request: SaveRequest,
  runner: SqlRunner = scope.db,
): Promise<PreparedSave> => ({
  ...request,
  facts: await getDerivationFacts(scope, runner),
  ids:
    runner === scope.db
      ? await takeIds(scope.db, request.draft, request.contactId)
      : await takeIdsInTransaction(runner, scope.db.tenantId, request.draft, request.contactId),
})

/**
 * Runs the one sequence of a save: lock and load, plan, check, write, refresh neighbors, record, respond. A new contact
 * that references nothing skips what it does not need: it is written and returned in one round trip.
 */
export const runSave = async (
  scope: Scope,
  { tx, finish }: SaveRunner,
  save: PreparedSave,
  response?: (contactId: number) => Sql,
): Promise<SaveResult> => {
  const { before, references, values, ids } = await lockAndLoad(scope, tx, save)
  const plan = planSave(before, save.draft, references, ids)
  const { id: contactId, auditId } = before
  const responseSql = response ? [response(contactId)] : []
  const history = historyOf(plan, values)
  if (!history.changes && plan.primaryContactOf.length === 0) {
    const [rows] = await finish(responseSql)
    return { contactId, auditId, candidates: [], hasValuesToPlan: false, response: rows ?? [] }
  }
  await checkPlan(scope, tx, save, plan)
  const isWhole = isComplete(scope, plan, values)
  const writeSql = writeContactSql(scope, save, plan, history, isWhole)
  const saved = { contactId, auditId: auditId + 1, response: [] }
  if (isWhole) {
    const [written, rows] = await finish([writeSql, ...responseSql])
    return { ...saved, ...refusalOf(written), response: rows ?? [] }
  }
  const refusal = refusalOf(await tx.rows(writeSql))
  if (refusal.candidates.length > 0 || refusal.hasValuesToPlan) return { ...saved, ...refusal }
  const others = await writeOthers(scope, tx, plan, values)
  await refreshAround(scope, tx, plan)
  const recorded = others.length > 0 ? [recordChangesSql(scope, others)] : []
  const rows = await finish([...recorded, ...responseSql])
  return { ...saved, ...refusal, response: rows[recorded.length] ?? [] }
}

/** A new contact that is planned and not written. */
export interface PlannedContact {
  plan: ContactPlan
  history: Change
}

/** Plans the creation of a contact without references, for a transaction that creates many. @throws what is wrong with it. */
export const planCreation = (save: PreparedSave): PlannedContact => {
  const ids = save.ids.copy()
  const blank = makeBlankRecords(ids.next('contact'), save.systemTypeId)
  const plan = planSave(blank, save.draft, NO_REFERENCES, ids)
  return { plan, history: historyOf(plan, NO_VALUES) }
}

/**
 * Returns the statement that creates a contact without references, with its history and event. It returns one row,
 * `candidates`; if there are any, it writes nothing.
 */
export const creationSql = (scope: Scope, save: PreparedSave): { contactId: number; sql: Sql } => {
  const { plan, history } = planCreation(save)
  return { contactId: plan.after.id, sql: writeContactSql(scope, save, plan, history, true) }
}

interface Loaded {
  before: ContactRecords
  references: References
  values: ValuePlan
  ids: NewIds
}

const lockAndLoad = async (scope: Scope, tx: SqlRunner, save: PreparedSave): Promise<Loaded> => {
  const { draft, contactId } = save
  const [references, , found] = await Promise.all([
    loadReferences(tx, scope, draft, contactId),
    contactId > 0 && draft.addresses.length > 0 ? lockAddresses(scope, tx, contactId) : [],
    contactId > 0 ? readRecords(tx, scope, [contactId]) : [],
  ])
  const stored = contactId > 0 ? existing(save, references, found[0]) : undefined
  const values = save.values ?? (await loadValues(scope, tx, save))
  const taken = save.ids.copy()
  const ids =
    scope.chapters && !stored ? taken.replacing('contact', await takeIdInChapter(tx, scope.db.tenantId)) : taken
  return { before: stored ?? makeBlankRecords(ids.next('contact'), save.systemTypeId), references, values, ids }
}

/** Locks the postal addresses of a contact, after the contact: others can share them. */
const lockAddresses = ({ db }: Scope, tx: SqlRunner, contactId: number): Promise<unknown> => {
  noteOtherLock(tx)
  return tx.rows(lockAddressesSql(db.tenantId, contactId))
}

const NOUNS = { 1: 'person', 2: 'organization' } as const

// A contact that the caller can read but not lock does not exist for a change.
const existing = (save: PreparedSave, references: References, records: ContactRecords | undefined): ContactRecords => {
  const { systemTypeId, contactId, expected } = save
  if (!records || !references.contact(contactId) || records.entered.system_type_id !== systemTypeId) {
    throw notFound(NOUNS[systemTypeId])
  }
  if (expected) requireVersion(records.auditId, expected)
  return records
}

/** Plans the values of custom fields that the request sends. */
const loadValues = async (
  scope: Scope,
  tx: SqlRunner,
  { draft, contactId, systemTypeId }: SaveRequest,
): Promise<ValuePlan> => {
  const faults = new InputFaults()
  const fields = { objectTypes: listContactFieldTypes(systemTypeId), objectId: contactId }
  const plan = await loadValuePlan(scope, tx, fields, draft.customFields, faults)
  faults.refuse()
  refuseMissing(plan, draft.customFields)
  return plan
}

const planSave = (before: ContactRecords, draft: ContactDraft, references: References, ids: NewIds): ContactPlan => {
  const faults = new InputFaults()
  const plan = planContact(before, draft, references, ids, faults)
  faults.refuse()
  requireListLimits(countsOf(before), countsOf(plan.after), before.entered.system_type_id)
  if (isNew(plan)) plan.after.surroundings = references.surroundingsOf(plan.after)
  return plan
}

/** Checks a change against other contacts. The insert of a new contact checks for duplicates itself. */
const checkPlan = async (scope: Scope, tx: SqlRunner, { draft }: SaveRequest, plan: ContactPlan): Promise<void> => {
  if (isNew(plan)) return
  const { before, after, lists } = plan
  const identity = identityOfRecords(after)
  const isSameIdentity = JSON.stringify(identityOfRecords(before)) === JSON.stringify(identity)
  if (!draft.forceSave && !isSameIdentity) {
    requireNoDuplicates(scope, await findCandidates(tx, scope, identity, { except: after.id, wait: true }))
  }
  const parentIds = lists.parents.put.map(({ other_contact_id }) => other_contact_id)
  if (parentIds.length > 0) await runForWholeTenant(scope, tx, () => requireNoNewCycle(scope, tx, after.id, parentIds))
}

/** @param isWhole whether this statement is the whole write: then an update also writes the derived columns. */
const writeContactSql = (
  scope: Scope,
  { draft, facts, guardsValues }: PreparedSave,
  plan: ContactPlan,
  history: Change,
  isWhole: boolean,
): Sql => {
  const { tenantId } = scope.db
  const change = changeValues(scope, [history])
  if (!isNew(plan)) return updateContactSql(plan, facts, change, isWhole)
  return insertContactSql(plan, facts, {
    change,
    candidates: draft.forceSave
      ? undefined
      : makeCandidateValues(tenantId, identityOfRecords(plan.after), { wait: true }),
    guardsValues,
  })
}

/** Returns why a statement wrote nothing, if so. */
const refusalOf = (rows: readonly object[] | undefined): Pick<SaveResult, 'candidates' | 'hasValuesToPlan'> => {
  const [row] = (rows ?? []) as InsertResult[]
  return { candidates: row?.candidates ?? [], hasValuesToPlan: row?.hasValuesToPlan ?? false }
}

/**
 * Returns whether the statement that writes the contact is the whole write: the change shows in no other contact's row,
 * and what its own row shows of others is known.
 */
const isComplete = (scope: Scope, plan: ContactPlan, values: ValuePlan): boolean => {
  const { changed, released } = findChangedAddresses(plan)
  return (
    !scope.chapters &&
    values.changed.length === 0 &&
    neighborsOf(plan).length === 0 &&
    changed.length + released.length === 0 &&
    (isNew(plan) || isShownAlike(plan))
  )
}

/** Returns whether a change leaves the name that other rows show, and the contact whose name its own row shows. */
const isShownAlike = ({ before, after }: ContactPlan): boolean =>
  deriveDisplayName(before.entered) === deriveDisplayName(after.entered) &&
  before.entered.primary_contact_id === after.entered.primary_contact_id

/** Returns the history and the event of a planned save. */
const historyOf = (plan: ContactPlan, values: ValuePlan): Change => {
  const { id, auditId, entered } = plan.after
  const changes = { ...changesOf(plan.before, plan.after), ...values.changes }
  const fields = Object.keys(changes)
  const payload = { contactId: id, systemContactTypeId: entered.system_type_id, ...(!isNew(plan) && { fields }) }
  const action = isNew(plan) ? 'created' : 'updated'
  const details = { payload, ...(fields.length > 0 && { changes }) }
  return changeOf(contactKind, { id, auditId: auditId + 1 }, action, details)
}
