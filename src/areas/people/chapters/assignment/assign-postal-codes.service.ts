import { lockContacts } from '#areas/people/contacts/records/records.queries'
import type { SqlRunner } from '#kernel/database/sql-runner'
import type { Task } from '#kernel/jobs/task'
import { systemScope } from '#kernel/outbox/deliver'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { Prisma } from '#prisma/client'
import { moveContacts, noteMoves } from '../members/chapter-moves.service.ts'
import { assignable } from './assignments.queries.ts'
import { CodeBook } from './code-book.queries.ts'
import { type Counts, planMoves, type Standing, sumOf, type Wish } from './plan-moves.ts'
import { postalCode } from './postal-codes.ts'

export const ASSIGN_POSTAL_CODES = 'assign_postal_codes'

/** Contacts in one transaction: few enough that who wants one of them waits well below a second. */
const BATCH = 1000

/**
 * Carries out a run of the assignment, from where it was killed on. Each batch commits together with its counts and its
 * mark, so that nothing is counted twice. Where a batch fails for good, the run does, and the log says why.
 */
export const assignPostalCodes: Task = async (context, payload) => {
  const { tenantId, assignmentId } = payload as { tenantId: number; assignmentId: string }
  const scope = await systemScope(context, tenantId)
  const book = new CodeBook()
  try {
    await countAll(scope, assignmentId)
    while (await scope.db.transaction((tx) => assignBatch(tx, scope, assignmentId, book)));
  } catch (error) {
    await end(scope, assignmentId, 'failed')
    context.log.error({ err: error, tenant: tenantId, assignment: assignmentId }, 'an assignment by postal code failed')
  }
}

const ofRun = ({ db }: Scope, id: string) =>
  Prisma.sql`tenant_id = ${db.tenantId}::int AND id = ${id}::uuid AND status = 'running'`

/** What the percentage is of. */
const countAll = (scope: Scope, id: string) =>
  scope.db.rows(Prisma.sql`UPDATE chapter_assignment SET total = (SELECT count(*) FROM ${assignable(scope)})
    WHERE ${ofRun(scope, id)} AND total = 0`)

const end = (scope: Scope, id: string, status: 'completed' | 'failed') =>
  scope.db.rows(Prisma.sql`UPDATE chapter_assignment SET status = ${status}::text,
    finished_at = ${scope.clock.now()}::timestamptz WHERE ${ofRun(scope, id)}`)

/** Whether there may be more. The run's row is held, so that no two workers do the same batch. */
const assignBatch = async (tx: Transaction, scope: Scope, id: string, book: CodeBook): Promise<boolean> => {
  const [run] = await tx.rows<{ after: number }>(Prisma.sql`SELECT after_contact_id AS after FROM chapter_assignment
    WHERE ${ofRun(scope, id)} FOR NO KEY UPDATE`)
  if (!run) return false
  const finder = await book.finder(tx, scope)
  const contacts = await tx.rows<ContactCode>(contactsSql(scope, run.after))
  const last = contacts.at(-1)
  if (!last) {
    await tx.rows(Prisma.sql`UPDATE chapter_assignment SET status = 'completed',
      finished_at = ${scope.clock.now()}::timestamptz WHERE ${ofRun(scope, id)}`)
    return false
  }
  const wishes = contacts.map(({ contactId, code }) => ({ contactId, chapterId: finder.find(postalCode(code)) }))
  const counts = await carryOut(tx, scope, wishes)
  await tx.rows(Prisma.sql`UPDATE chapter_assignment SET after_contact_id = ${last.contactId}::int,
    contact_count = contact_count + ${contacts.length}::int, assigned_count = assigned_count + ${counts.assigned}::int,
    removed_count = removed_count + ${counts.removed}::int,
    unchanged_count = unchanged_count + ${counts.unchanged}::int,
    unmatched_count = unmatched_count + ${counts.unmatched}::int WHERE ${ofRun(scope, id)}`)
  return true
}

interface ContactCode {
  contactId: number
  /** As it was entered. */
  code: string | null
}

const contactsSql = (scope: Scope, after: number) => Prisma.sql`
  SELECT c.id AS "contactId", a.postal_code AS code
  FROM (SELECT c.id, c.tenant_id, c.primary_address_id FROM ${assignable(scope)} AND c.id > ${after}::int
    ORDER BY c.id LIMIT ${BATCH}::int) c
  LEFT JOIN contact_address u ON u.tenant_id = c.tenant_id AND u.id = c.primary_address_id
  LEFT JOIN address a ON a.tenant_id = u.tenant_id AND a.id = u.address_id ORDER BY c.id`

const carryOut = async (tx: SqlRunner, scope: Scope, wishes: readonly Wish[]): Promise<Counts> => {
  const first = planMoves(wishes, await standings(tx, scope, wishes))
  if (first.touched.length === 0) return first.counts
  const locked = await lockContacts(tx, scope, first.touched)
  const held = new Set(locked.filter((row) => !row.isDeleted).map(({ id }) => id))
  // Planned again behind the locks: staff may have moved some of them meanwhile.
  const moving = wishes.filter(({ contactId }) => held.has(contactId))
  const plan = planMoves(moving, await standings(tx, scope, moving))
  const moved = await moveContacts(tx, scope, { enter: plan.enter, leave: plan.leave, isByPostalCode: true })
  await noteMoves(tx, scope, moved)
  return sumOf(first.settled, plan.counts)
}

const standings = (tx: SqlRunner, { db }: Scope, wishes: readonly Wish[]): Promise<Standing[]> =>
  tx.rows<Standing>(Prisma.sql`SELECT contact_id AS "contactId", chapter_id AS "chapterId",
      is_by_postal_code AS "isByPostalCode"
    FROM contact_chapter WHERE tenant_id = ${db.tenantId}::int
      AND contact_id = ANY(${wishes.map(({ contactId }) => contactId)}::int[])`)
