import type { ContactState } from '#contract/people/contacts-saving'
import type { SqlRunner } from '#kernel/database/sql-runner'
import { conflict, ruleRefused } from '#kernel/errors/problem'
import { recordChangesSql } from '#kernel/records/change-sql'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import { contactEvents } from './contacts.events.ts'
import { refreshContactRows } from './records/contact-rows.service.ts'
import { contactStateSql, presentState } from './saving/contact-state.ts'
import { holdContact } from './saving/hold-contact.ts'
import { neighboursOf } from './saving/neighbours.queries.ts'
import type { LockedContact } from './records/records.sql.ts'

/**
 * Deletes a contact; the record stays, as a tombstone of the change feed that can be restored.
 *
 * @throws 404, 409 stale-audit-id, 412, 422 contact-in-use or tenant-organization.
 */
export const deleteContact = (scope: Scope, contactId: number, expected: ExpectedVersion): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const held = await holdContact(tx, scope, contactId, expected)
    await refuseInUse(tx, scope, contactId)
    await tx.rows(Prisma.sql`UPDATE contact SET deleted_at = ${scope.clock.now()}, audit_id = audit_id + 1
      WHERE tenant_id = ${tenantId} AND id = ${contactId}`)
    await refreshContactRows(tx, scope, [contactId, ...(await neighboursOf(tx, scope, [contactId]))])
    await tx.rows(historySql(scope, held, 'deleted'))
  })

/**
 * Brings a deleted contact back with all that hangs on it.
 *
 * @throws 404, 409 not-deleted, merged or stale-audit-id, 412.
 */
export const restoreContact = (scope: Scope, contactId: number, expected: ExpectedVersion): Promise<ContactState> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const held = await holdContact(tx, scope, contactId, expected, { deleted: true })
    if (!held.is_deleted) throw conflict('not-deleted', 'The contact is not deleted.')
    await refuseMerged(tx, tenantId, contactId)
    await tx.rows(Prisma.sql`UPDATE contact SET deleted_at = NULL, audit_id = audit_id + 1
      WHERE tenant_id = ${tenantId} AND id = ${contactId}`)
    await refreshContactRows(tx, scope, [contactId, ...(await neighboursOf(tx, scope, [contactId]))])
    await tx.rows(historySql(scope, held, 'restored'))
    return presentState(await tx.rows(contactStateSql(tenantId, contactId)))
  })

const refuseMerged = async (tx: SqlRunner, tenantId: number, contactId: number): Promise<void> => {
  const [row] = await tx.rows<{ winner: number | null }>(Prisma.sql`
    SELECT merged_into_id AS winner FROM contact WHERE tenant_id = ${tenantId} AND id = ${contactId}`)
  if (row?.winner) {
    throw conflict('merged', 'The contact was merged into another, which holds all that it had.', {
      mergedIntoId: row.winner,
    })
  }
}

interface Uses {
  balance: string
  memberships: boolean
  is_staff: boolean
  is_chapter: boolean
}

const refuseInUse = async (tx: SqlRunner, scope: Scope, contactId: number): Promise<void> => {
  const { tenantId } = scope.db
  if (contactId === scope.tenant.organizationContactId) {
    throw ruleRefused('tenant-organization', 'This is the organization that the tenant itself is.')
  }
  const [uses] = await tx.rows<Uses>(Prisma.sql`SELECT
    (SELECT coalesce(sum(amount), 0)::numeric(14, 2)::text FROM receivable_entry
      WHERE tenant_id = ${tenantId} AND contact_id = ${contactId}) AS balance,
    EXISTS (SELECT FROM membership m WHERE m.tenant_id = ${tenantId} AND m.contact_id = ${contactId}
      AND (m.status IN ('Pending', 'Active', 'Grace', 'Suspended') OR EXISTS (SELECT FROM membership_term w
        WHERE w.tenant_id = m.tenant_id AND w.membership_id = m.id AND w.activated_at IS NULL
          AND w.voided_at IS NULL))) AS memberships,
    EXISTS (SELECT FROM staff WHERE tenant_id = ${tenantId} AND contact_id = ${contactId}) AS is_staff,
    EXISTS (SELECT FROM chapter WHERE tenant_id = ${tenantId} AND organization_id = ${contactId}) AS is_chapter`)
  const reason = uses && reasonOf(uses, scope.tenant.currencyCode)
  if (reason) throw ruleRefused('contact-in-use', reason)
}

const reasonOf = ({ balance, memberships, is_staff, is_chapter }: Uses, currency: string): string | undefined => {
  if (Number(balance) !== 0) return `The contact's balance is ${balance} ${currency}; settle it first.`
  if (memberships) return 'The contact holds a membership that has not ended; end it first.'
  if (is_staff) return 'The contact is a member of staff; end that first.'
  if (is_chapter) return 'The contact is the organization of a chapter; delete that first.'
  return undefined
}

const historySql = (scope: Scope, held: LockedContact, action: 'deleted' | 'restored') =>
  recordChangesSql(scope, [
    {
      entity: 'contact',
      entityId: held.id,
      auditId: held.audit_id + 1,
      action,
      event: {
        kind: contactEvents[action],
        payload: { contactId: held.id, systemContactTypeId: held.system_type_id },
      },
    },
  ])
