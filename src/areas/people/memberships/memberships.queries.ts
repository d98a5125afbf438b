import { Prisma } from '../../../generated/prisma/client.ts'
import type { Sql } from '../../../generated/prisma/internal/prismaNamespace.ts'
import { listJson } from '../../../kernel/database/json-sql.ts'

/**
 * The terms of a contact's memberships in the documented form, the latest start first: an expression over the
 * contact's row `c`, a JSON array.
 */
export const membershipsJson: Sql = listJson(Prisma.sql`
  SELECT m.id AS "MembershipId", m.type_id AS "MembershipTypeId", t.name AS "MembershipType", l.name AS "Level",
    m.status AS "Status", m.start_date AS "StartDate", m.expiration_date AS "ExpirationDate",
    m.renewal_date AS "RenewalDate", m.amount AS "Amount", m.balance AS "Balance", m.auto_renew AS "AutoRenew",
    '["view"]'::json AS "Actions"
  FROM membership m JOIN membership_type t ON t.tenant_id = m.tenant_id AND t.id = m.type_id
  LEFT JOIN membership_level l ON l.tenant_id = m.tenant_id AND l.id = m.level_id
  WHERE m.tenant_id = c.tenant_id AND m.contact_id = c.id
  ORDER BY m.start_date DESC, m.id DESC`)
