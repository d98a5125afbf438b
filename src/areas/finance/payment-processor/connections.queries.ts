import type { Sealer } from '#kernel/crypto/seal'
import type { SealedColumn } from '#kernel/crypto/sealed-columns'
import type { Scope } from '#kernel/tenancy/scope'

/** The opened secrets of a connection. */
export interface Connection {
  key: string
  eventSecret: string
}

const keyContext = (tenantId: number) => `processor-key:${tenantId}`
const eventContext = (tenantId: number) => `processor-events:${tenantId}`

/** The columns of the secrets, for their encryption with a new secret of the installation. */
export const connectionSecrets: readonly SealedColumn[] = [
  { table: 'processor_connection', column: 'sealed_key', context: keyContext },
  { table: 'processor_connection', column: 'sealed_event_secret', context: eventContext },
]

/** Seals the secrets of a tenant's connection: in the row of another tenant they cannot be opened. */
export const sealConnection = (sealer: Sealer, tenantId: number, { key, eventSecret }: Connection) => ({
  sealedKey: sealer.seal(key, keyContext(tenantId)),
  sealedEventSecret: sealer.seal(eventSecret, eventContext(tenantId)),
})

/** Opens the connection of the tenant; null if it has none. */
export const openConnection = async ({ db }: Pick<Scope, 'db'>, sealer: Sealer): Promise<Connection | null> => {
  const { tenantId } = db
  const row = await db.prisma.processorConnection.findFirst({ where: { tenantId } })
  if (!row) return null
  return {
    key: sealer.open(row.sealedKey, keyContext(tenantId)),
    eventSecret: sealer.open(row.sealedEventSecret, eventContext(tenantId)),
  }
}
