import { contactOfChaptersSql } from '#kernel/tenancy/chapter-contacts'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/** Whether the caller may change contacts. */
export const mayWrite = (scope: Scope): boolean => hasGrant(scope, 'contacts:write')

/**
 * What the caller may do to the contact of row `c`, as JSON. The tenant's own organization is neither merged nor
 * deleted.
 */
export const contactActions = (scope: Scope): Sql => {
  if (!mayWrite(scope)) return VIEW
  return whereEditable(
    scope,
    Prisma.sql`CASE WHEN c.id = ${scope.tenant.organizationContactId}::integer
      THEN '["view","edit"]'::json ELSE '["view","edit","merge","delete"]'::json END`,
  )
}

/** What the caller may do to a record that hangs on the contact of row `c`, as JSON. */
export const partActions = (scope: Scope): Sql => (mayWrite(scope) ? whereEditable(scope, CHANGE) : VIEW)

const VIEW = Prisma.sql`'["view"]'::json`
const CHANGE = Prisma.sql`'["view","edit","delete"]'::json`

/** Who may change only some of the chapters that it reads may do no more than look at the contacts of the others. */
const whereEditable = ({ chapters, db }: Scope, actions: Sql): Sql => {
  if (!chapters || chapters.editable.length === chapters.readable.length) return actions
  return Prisma.sql`CASE WHEN ${contactOfChaptersSql(Prisma.sql`c.id`, db.tenantId, chapters.editable)} THEN ${actions} ELSE ${VIEW} END`
}
