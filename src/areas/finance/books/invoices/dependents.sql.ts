import { shape } from '#kernel/database/shape'
import { Prisma } from '#prisma/client'
import { invoiceFollowers } from './dependents.queries.ts'

/** Selects which followers depend on one of the invoices: `applies`, a boolean for each follower in their order. */
export const applyingFollowersSql = shape<{ tenantId: number; invoiceIds: readonly number[] }>(
  ({ tenantId, invoiceIds }) => {
    const tenant = Prisma.sql`${tenantId}::int`
    const ofInvoices = Prisma.sql`ANY (${invoiceIds}::int[])`
    const conditions = invoiceFollowers.entries().map(({ dependsSql }) => dependsSql(tenant, ofInvoices))
    return Prisma.sql`SELECT ARRAY[${Prisma.join(conditions)}] AS applies`
  },
)
