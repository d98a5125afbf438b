import { type Models, type TenantDb, type Transaction, withRows } from '#kernel/tenancy/tenant-db'

/**
 * Returns a tenant's handle inside an open transaction, so that all changes of services are committed together or not
 * at all. Services filter by the tenant as always. The demonstration is loaded as the system role, without row-level
 * security.
 */
export const dbWithin = (tx: Models, tenantId: number): TenantDb => {
  const inside = withRows(tx)
  return {
    tenantId,
    prisma: inside,
    rows: inside.rows,
    transaction: refuseDriver(inside),
    wholeTenantKey: () => Promise.reject(new Error('The system role sees the whole tenant.')),
  }
}

/** The driver would use another connection, which cannot see the changes of this transaction. */
const refuseDriver =
  (inside: Transaction): TenantDb['transaction'] =>
  <T>(work: (tx: never) => Promise<T>, options?: { onDriver: true }) =>
    options?.onDriver
      ? Promise.reject(new Error('The driver cannot be used inside an open transaction.'))
      : work(inside as never)
