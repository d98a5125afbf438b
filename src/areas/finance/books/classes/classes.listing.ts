import { listOf } from '#kernel/listing/columns'
import { nameField, optionalField, valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import { tenantRecordActionsSql } from '#kernel/records/actions'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

const id = Prisma.sql`k.id`

/** The name of a class `k` after those of its parents, separated by colons; null without a row `k`. */
export const classFullName: Sql = Prisma.sql`(WITH RECURSIVE up AS (
    SELECT k.parent_id, k.name AS full_name, 1 AS depth
    UNION ALL SELECT p.parent_id, p.name || ':' || u.full_name, u.depth + 1 FROM up u
      JOIN transaction_class p ON p.tenant_id = k.tenant_id AND p.id = u.parent_id WHERE u.depth < 20)
  SELECT u.full_name FROM up u WHERE u.parent_id IS NULL)`

/** Returns the list of transaction classes `k`, by their full names. */
export const transactionClassList = (scope: Scope): List =>
  listOf(
    {
      from: Prisma.sql`transaction_class k`,
      tenant: Prisma.sql`k.tenant_id`,
      id,
      listed: Prisma.sql`true`,
      defaultOrder: 'FullName',
      fields: {
        ClassId: valueField('integer', id),
        AuditId: valueField('integer', Prisma.sql`k.audit_id`),
        Name: nameField(Prisma.sql`k.name`),
        FullName: nameField(classFullName),
        ParentClassId: optionalField('integer', Prisma.sql`k.parent_id`),
        IsActive: valueField('boolean', Prisma.sql`k.is_active`),
      },
      searched: Prisma.sql`k.name`,
    },
    { Actions: tenantRecordActionsSql(scope, { entity: 'transactionclass' }, 'books:write', id) },
  )
