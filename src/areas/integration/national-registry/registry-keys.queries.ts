import type { Sealer } from '#kernel/crypto/seal'
import type { SealedColumn } from '#kernel/crypto/sealed-columns'
import type { Outbound } from '#services/outbound/outbound'

/** What calls of the registry need; an application has it. */
export interface RegistryTools {
  outbound: Outbound
  sealer: Sealer
}

/** A key is sealed for its tenant: in the row of another one it cannot be opened. */
export const registryKeyContext = (tenantId: number): string => `registry-key:${tenantId}`

export const registryKeys: SealedColumn = {
  table: 'association_settings',
  column: 'registry_key',
  context: (tenantId) => registryKeyContext(tenantId),
}
