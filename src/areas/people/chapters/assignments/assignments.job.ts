import { lockContacts } from '#areas/people/contacts/records/records.queries'
import type { SqlRunner } from '#kernel/database/sql-runner'
import type { Task } from '#kernel/jobs/task'
import { systemScope } from '#kernel/outbox/deliver'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { addFailures } from '#services/tenant-log/failures'
import { moveContacts, recordMoves } from '../members/members.service.ts'
import {
  type AssignedMember,
  type AssignmentCounts,
  assignmentFailed,
  type Coverage,
  planMoves,
  sumOf,
} from './assignments.model.ts'
import { CodeBook } from './assignments.queries.ts'
import {
  addBatchSql,
  type ContactCode,
  countContactsSql,
  endRunSql,
  lockRunSql,
  membersOfContactsSql,
  nextContactsSql,
  type RunKey,
} from './assignments.sql.ts'
import { parsePostalCode } from './postal-codes.model.ts'

export const ASSIGN_POSTAL_CODES = 'assign_postal_codes'

/** Contacts per transaction: few enough that other writers wait well below a second. */
const BATCH = 1000

/**
 * Runs an assignment, or continues one that was killed. Each batch commits together with its counts and its position, so
 * that nothing is counted twice. If a batch fails permanently, so does the run: the log of the tenant reports it, that of the
 * server contains the error.
 */
export const assignPostalCodes: Task = async (context, payload) => {
  const { tenantId, assignmentId } = payload as { tenantId: number; assignmentId: string }
  const scope = await systemScope(context, tenantId)
  const key = { tenantId, id: assignmentId }
  const book = new CodeBook()
  try {
    await scope.db.rows(countContactsSql(key, scope.tenant.organizationContactId))
    while (await scope.db.transaction((tx) => assignBatch(scope, tx, key, book)));
  } catch (error) {
    await scope.db.transaction(async (tx) => {
      await tx.rows(endRunSql(key, 'failed', scope.clock.now()))
      const what = 'The assignment of contacts to chapters by postal code failed.'
      await addFailures(scope, tx, [{ kind: assignmentFailed, key: assignmentId, what }])
    })
    context.log.error({ err: error, tenant: tenantId, assignment: assignmentId }, 'an assignment by postal code failed')
  }
}

/** Returns false after the last batch. Locks the run, so that two workers do not run the same batch. */
const assignBatch = async (scope: Scope, tx: Transaction, key: RunKey, book: CodeBook): Promise<boolean> => {
  const { db, tenant, clock } = scope
  const [run] = await tx.rows<{ after: number }>(lockRunSql(key))
  if (!run) return false
  const finder = await book.finder(scope, tx)
  const next = nextContactsSql(db.tenantId, tenant.organizationContactId, run.after, BATCH)
  const contacts = await tx.rows<ContactCode>(next)
  const last = contacts.at(-1)
  if (!last) {
    await tx.rows(endRunSql(key, 'completed', clock.now()))
    return false
  }
  const coverages = contacts.map(({ contactId, code }) => ({
    contactId,
    chapterId: finder.find(parsePostalCode(code)),
  }))
  const counts = await assignContacts(scope, tx, coverages)
  await tx.rows(addBatchSql(key, { lastContactId: last.contactId, contacts: contacts.length, counts }))
  return true
}

const assignContacts = async (
  scope: Scope,
  tx: Transaction,
  coverages: readonly Coverage[],
): Promise<AssignmentCounts> => {
  const first = planMoves(coverages, await listMembers(scope, tx, coverages))
  if (first.movedIds.length === 0) return first.counts
  const locked = await lockContacts(tx, scope, first.movedIds)
  const existing = new Set(locked.filter((row) => !row.isDeleted).map(({ id }) => id))
  // Planned again after the locks: staff may have moved some of the contacts before they were locked.
  const moving = coverages.filter(({ contactId }) => existing.has(contactId))
  const plan = planMoves(moving, await listMembers(scope, tx, moving))
  const moved = await moveContacts(scope, tx, { enter: plan.enter, leave: plan.leave, isByPostalCode: true })
  await recordMoves(scope, tx, moved)
  return sumOf(first.unmovedCounts, plan.counts)
}

const listMembers = ({ db }: Scope, tx: SqlRunner, coverages: readonly Coverage[]): Promise<AssignedMember[]> => {
  const contactIds = coverages.map(({ contactId }) => contactId)
  return tx.rows<AssignedMember>(membersOfContactsSql(db.tenantId, contactIds))
}
