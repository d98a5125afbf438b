import { Account } from '#contract/finance/accounts'
import { listOf } from '#kernel/listing/columns'
import { nameField, optionalField, valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import { orEmptySql } from '#kernel/listing/listing'
import { tenantRecordActionsSql } from '#kernel/records/actions'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

const id = Prisma.sql`a.id`

const actionsSql = (scope: Scope): Sql => {
  const actions = tenantRecordActionsSql(scope, { entity: 'account' }, 'books:write', id)
  // An account with a system role is never deleted.
  return Prisma.sql`CASE WHEN a.system_role IS NULL THEN ${actions}
    ELSE ((${actions})::jsonb - 'delete')::json END`
}

/** Returns the list of accounts `a`, by number and name. */
export const accountList = (scope: Scope): List =>
  listOf(
    {
      from: Prisma.sql`account a`,
      row: Account,
      tenant: Prisma.sql`a.tenant_id`,
      id,
      listed: Prisma.sql`true`,
      defaultOrder: 'AccountNumber, Name',
      fields: {
        AccountId: valueField('integer', id),
        AuditId: valueField('integer', Prisma.sql`a.audit_id`),
        Name: nameField(Prisma.sql`a.name`),
        AccountNumber: optionalField('text', Prisma.sql`a.number`),
        Description: optionalField('text', Prisma.sql`a.description`),
        AccountType: valueField('text', Prisma.sql`a.type`),
        IsActive: valueField('boolean', Prisma.sql`a.is_active`),
        SystemRole: optionalField('text', Prisma.sql`a.system_role`),
      },
      searched: Prisma.sql`(a.name || ' ' || ${orEmptySql(Prisma.sql`a.number`)})`,
    },
    { Actions: actionsSql(scope) },
  )
