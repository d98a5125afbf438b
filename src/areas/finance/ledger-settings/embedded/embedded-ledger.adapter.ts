import type { Scope } from '#kernel/tenancy/scope'
import type { Ledger } from '../ledger.port.ts'

/** The ledger that is built in: tables of the tenant. */
export const embeddedLedger = ({ db }: Scope): Ledger => ({
  listRecords: async (kind) => {
    const records = await db.prisma.embeddedLedgerRecord.findMany({
      where: { tenantId: db.tenantId, kind, isActive: true },
    })
    return records.map(({ id, name }) => ({ id: String(id), name }))
  },
})
