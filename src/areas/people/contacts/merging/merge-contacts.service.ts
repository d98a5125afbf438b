import { mergeValues } from '#areas/people/custom-fields/values/values.service'
import type { ContactMerge, ContactMergeResult } from '#contract/people/contacts-saving'
import { badInput, notFound, Problem, ruleRefused } from '#kernel/errors/problem'
import { recordChangesSql } from '#kernel/records/change-sql'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { runForWholeTenant } from '#kernel/tenancy/whole-tenant'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { contactEvents } from '../contacts.events.ts'
import { refreshContactRows } from '../saving/contact-row.ts'
import { assertNotAboveItself } from '../saving/hierarchy.queries.ts'
import { neighboursOf } from '../saving/neighbours.queries.ts'
import { type LockedContact, lockContactsSql } from '../saving/records.queries.ts'
import { contactsShownAnew } from '../saving/touched-contacts.service.ts'
import { dropSameSql, type MergePair, MOVES, moveSql, repointSql, settleSql } from './moves.ts'

/**
 * Moves all that hangs on the loser to the winner and ends the loser, in one transaction.
 *
 * @throws 400 for one contact twice, 404, 409 stale-audit-id, 422 different-contact-types, both-chapters,
 *   tenant-organization or relationship-cycle.
 */
export const mergeContacts = (scope: Scope, asked: ContactMerge): Promise<ContactMergeResult> => {
  if (asked.WinnerContactId === asked.LoserContactId) {
    throw badInput('/LoserContactId', 'must be another contact than the winner')
  }
  return scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const pair = { tenantId, winner: asked.WinnerContactId, loser: asked.LoserContactId }
    const { winner, loser } = await holdBoth(tx, scope, asked)
    // Whoever may merge both merges all that hangs on them, what it cannot see as well.
    const moved = await runForWholeTenant(tx, scope, async () => {
      await refuseTwoChapters(tx, pair)
      const records = await moveAll(tx, pair)
      await assertNotAboveItself(tx, tenantId, pair.winner)
      await tx.rows(fillSql(pair))
      await tx.rows(tombstoneSql(pair, scope.clock.now()))
      return records
    })
    await refreshContactRows(tx, scope, [pair.winner, pair.loser, ...(await neighboursOf(tx, scope, [pair.winner]))])
    await tx.rows(historySql(scope, winner, loser))
    const balances = await tx.rows<{ balance: number }>(
      Prisma.sql`SELECT balance::float8 AS balance FROM contact WHERE tenant_id = ${tenantId} AND id = ${pair.winner}`,
    )
    return {
      ContactId: winner.id,
      AuditId: winner.audit_id + 1,
      MergedContactId: loser.id,
      MergedAuditId: loser.audit_id + 1,
      Balance: balances[0]?.balance ?? 0,
      Moved: moved,
    }
  })
}

const holdBoth = async (
  tx: Transaction,
  scope: Scope,
  asked: ContactMerge,
): Promise<{ winner: LockedContact; loser: LockedContact }> => {
  const ids = [asked.WinnerContactId, asked.LoserContactId]
  const held = (await tx.rows<LockedContact>(lockContactsSql(scope.db.tenantId, ids))).filter((row) => !row.is_deleted)
  const winner = held.find(({ id }) => id === asked.WinnerContactId)
  const loser = held.find(({ id }) => id === asked.LoserContactId)
  if (!winner || !loser) throw notFound('contact')
  assertCurrent(winner.audit_id, asked.WinnerAuditId, '/WinnerAuditId')
  assertCurrent(loser.audit_id, asked.LoserAuditId, '/LoserAuditId')
  if (winner.system_type_id !== loser.system_type_id) {
    throw ruleRefused('different-contact-types', 'An individual and an organization cannot be merged.')
  }
  if (loser.id === scope.tenant.organizationContactId) {
    throw ruleRefused('tenant-organization', 'The organization that the tenant itself is cannot be merged away.')
  }
  return { winner, loser }
}

/** A chapter has an organization of its own, so that two of them cannot become one. */
const refuseTwoChapters = async (tx: Transaction, { tenantId, winner, loser }: MergePair): Promise<void> => {
  const chapters = await tx.rows(Prisma.sql`SELECT id FROM chapter
    WHERE tenant_id = ${tenantId} AND organization_id IN (${winner}, ${loser})`)
  if (chapters.length > 1) throw ruleRefused('both-chapters', 'Both contacts are organizations of chapters.')
}

const assertCurrent = (current: number, expected: number, pointer: string): void => {
  if (current === expected) return
  throw new Problem(409, 'stale-audit-id', `A contact has changed since it was read: ${pointer} is now ${current}.`, {
    errors: [{ pointer, message: `is now ${current}` }],
    extensions: { AuditId: current },
  })
}

const moveAll = async (tx: Transaction, pair: MergePair): Promise<ContactMergeResult['Moved']> => {
  await Promise.all(settleSql(pair).map((statement) => tx.rows(statement)))
  const places = tx.rows<{ address_id: number }>(Prisma.sql`SELECT address_id FROM contact_address
    WHERE tenant_id = ${pair.tenantId} AND contact_id = ${pair.loser}`)
  const counts = await Promise.all(
    MOVES.map(async (move) => {
      const drop = dropSameSql(move, pair)
      const [, rows] = await Promise.all([
        drop ? tx.rows(drop) : undefined,
        tx.rows<{ moved: number }>(moveSql(move, pair)),
      ])
      return { kind: move.kind, count: rows[0]?.moved ?? 0 }
    }),
  )
  counts.push({ kind: 'customFields', count: await moveValues(tx, pair) })
  await Promise.all([...repointSql(pair), unusedPlacesSql(pair.tenantId, await places)].map((sql) => tx.rows(sql)))
  const byKind = new Map<string, number>()
  for (const { kind, count } of counts) byKind.set(kind, (byKind.get(kind) ?? 0) + count)
  return [...byKind].filter(([, count]) => count > 0).map(([Kind, Count]) => ({ Kind, Count }))
}

/**
 * Values have no foreign key to contacts: a field may be of another kind of record. Contacts whose values meant the
 * loser come in the change feed again.
 */
const moveValues = async (tx: Transaction, { tenantId, winner, loser }: MergePair): Promise<number> => {
  const { referring, moved } = await mergeValues(tx, tenantId, winner, loser)
  await contactsShownAnew(tx, tenantId, referring)
  return moved
}

const unusedPlacesSql = (tenantId: number, uses: readonly { address_id: number }[]): Sql => Prisma.sql`
  DELETE FROM address a WHERE a.tenant_id = ${tenantId} AND a.id = ANY(${uses.map(({ address_id }) => address_id)}::int[])
    AND NOT EXISTS (SELECT FROM contact_address u WHERE u.tenant_id = a.tenant_id AND u.address_id = a.id)`

/** Columns of the winner that are filled from the loser where the winner has nothing there. */
const FILLED = [
  'prefix',
  'first_name',
  'middle_name',
  'last_name',
  'suffix',
  'common_name',
  'primary_title',
  'gender_id',
  'account_number',
  'primary_contact_id',
]
const IMAGE = ['image_file_id', 'image_url', 'image_caption', 'image_description', 'image_width', 'image_height']

/** The image is taken whole or not at all. */
const fillSql = ({ tenantId, winner, loser }: MergePair): Sql => {
  const filled = FILLED.map((column) => `${column} = coalesce(w.${column}, l.${column})`)
  const image = IMAGE.map(
    (column) =>
      `${column} = CASE WHEN w.image_file_id IS NULL AND w.image_url IS NULL THEN l.${column} ELSE w.${column} END`,
  )
  return Prisma.sql`UPDATE contact w SET ${Prisma.raw([...filled, ...image].join(', '))}, audit_id = w.audit_id + 1
    FROM contact l WHERE w.tenant_id = ${tenantId} AND w.id = ${winner} AND l.tenant_id = ${tenantId} AND l.id = ${loser}`
}

const tombstoneSql = ({ tenantId, winner, loser }: MergePair, at: Date): Sql => Prisma.sql`
  UPDATE contact SET deleted_at = ${at}, merged_into_id = ${winner}, audit_id = audit_id + 1
  WHERE tenant_id = ${tenantId} AND id = ${loser}`

const historySql = (scope: Scope, winner: LockedContact, loser: LockedContact): Sql => {
  const systemContactTypeId = winner.system_type_id
  return recordChangesSql(scope, [
    {
      entity: 'contact',
      entityId: winner.id,
      auditId: winner.audit_id + 1,
      action: 'merged',
      changes: { mergedContactId: { new: loser.id } },
      event: {
        kind: contactEvents.merged,
        payload: { contactId: winner.id, systemContactTypeId, mergedContactId: loser.id },
      },
    },
    {
      entity: 'contact',
      entityId: loser.id,
      auditId: loser.audit_id + 1,
      action: 'deleted',
      changes: { mergedIntoId: { new: winner.id } },
      event: {
        kind: contactEvents.deleted,
        payload: { contactId: loser.id, systemContactTypeId, mergedIntoId: winner.id },
      },
    },
  ])
}
