import { type Models, type TenantDb, type Transaction, withRows } from '#kernel/tenancy/tenant-db'

/**
 * A tenant's handle inside a transaction that is already open: the work of services through it is committed together
 * or not at all. Services filter by the tenant as always; the demonstration is loaded as the system role, for which
 * there is no row-level security.
 */
export const dbWithin = (tx: Models, tenantId: number): TenantDb => {
  const inside = withRows(tx)
  return { tenantId, prisma: inside, rows: inside.rows, transaction: refuseDriver(inside) }
}

/** The driver would need a connection of its own, which cannot see what this transaction has written. */
const refuseDriver =
  (inside: Transaction): TenantDb['transaction'] =>
  <T>(work: (tx: never) => Promise<T>, options?: { onDriver: true }) =>
    options?.onDriver
      ? Promise.reject(new Error('Inside an open transaction the driver cannot be used.'))
      : work(inside as never)
