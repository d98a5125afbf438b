import type { ContactState } from '#contract/people/contacts-saving'
import { recordChangesSql } from '#kernel/records/change-sql'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import { contactEvents } from '../contacts.events.ts'
import { refreshContactRows } from '../records/contact-rows.service.ts'
import { contactStateSql, presentState } from './contact-state.ts'
import { holdContact } from './hold-contact.ts'

/**
 * Sets a contact's status by hand; null gives it back to the memberships.
 *
 * @throws 404, 409 stale-audit-id, 412.
 */
export const setStatus = (
  scope: Scope,
  contactId: number,
  statusId: number | null,
  expected: ExpectedVersion,
): Promise<ContactState> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const held = await holdContact(tx, scope, contactId, expected)
    await tx.rows(Prisma.sql`
      UPDATE contact SET status_id = coalesce(${statusId}, status_id), status_is_manual = ${statusId !== null},
        audit_id = audit_id + 1
      WHERE tenant_id = ${tenantId} AND id = ${contactId}`)
    await refreshContactRows(tx, scope, [contactId])
    const history = recordChangesSql(scope, [
      {
        entity: 'contact',
        entityId: contactId,
        auditId: held.audit_id + 1,
        action: 'updated',
        changes: { status_id: { new: statusId } },
        event: {
          kind: contactEvents.updated,
          payload: { contactId, systemContactTypeId: held.system_type_id, fields: ['status_id'] },
        },
      },
    ])
    await tx.rows(history)
    return presentState(await tx.rows(contactStateSql(tenantId, contactId)))
  })
