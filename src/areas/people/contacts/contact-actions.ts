import { Prisma } from '../../../generated/prisma/client.ts'
import type { Sql } from '../../../generated/prisma/internal/prismaNamespace.ts'
import { holds, type Scope } from '../../../kernel/tenancy/scope.ts'

/** Whether the caller may change contacts. */
export const mayWrite = (scope: Scope): boolean => holds(scope, 'contacts:write')

/**
 * What the caller may do to the contact of row `c`, as JSON. The tenant's own organization is neither merged nor
 * deleted.
 */
export const contactActions = (scope: Scope): Sql => {
  if (!mayWrite(scope)) return VIEW
  return Prisma.sql`CASE WHEN c.id = ${scope.tenant.organizationContactId}::integer
    THEN '["view","edit"]'::json ELSE '["view","edit","merge","delete"]'::json END`
}

/** What the caller may do to a record that hangs on a contact, as JSON. */
export const partActions = (scope: Scope): Sql => (mayWrite(scope) ? CHANGE : VIEW)

const VIEW = Prisma.sql`'["view"]'::json`
const CHANGE = Prisma.sql`'["view","edit","delete"]'::json`
