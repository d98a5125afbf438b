import type { SqlRunner } from '#kernel/database/sql-runner'
import type { Change } from '#kernel/records/record-change'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import { contactEvents } from '../contacts.events.ts'
import type { ContactPlan } from '../records/plan.model.ts'

interface Written {
  id: number
  audit_id: number
  primary_contact_id: number | null
}

/** Sets who is the primary contact of organizations, each a new version of it. Answers the changes to record. */
export const setPrimaryContacts = async (
  tx: SqlRunner,
  { db: { tenantId } }: Scope,
  wanted: ContactPlan['primaryContactOf'],
): Promise<Change[]> => {
  if (wanted.length === 0) return []
  const rows = wanted.map(({ organizationId, contactId }) => ({ id: organizationId, primary_contact_id: contactId }))
  const written = await tx.rows<Written>(Prisma.sql`
    UPDATE contact c SET primary_contact_id = x.primary_contact_id, audit_id = c.audit_id + 1
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS x(id int, primary_contact_id int)
    WHERE c.tenant_id = ${tenantId} AND c.id = x.id RETURNING c.id, c.audit_id, c.primary_contact_id`)
  return written.map((row) => ({
    entity: 'contact',
    entityId: row.id,
    auditId: row.audit_id,
    action: 'updated',
    changes: { primary_contact_id: { new: row.primary_contact_id } },
    event: {
      kind: contactEvents.updated,
      payload: { contactId: row.id, systemContactTypeId: 2, fields: ['primary_contact_id'] },
    },
  }))
}
