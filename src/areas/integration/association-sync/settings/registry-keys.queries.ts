import type { SealedColumn } from '#kernel/crypto/sealed-columns'

/** A key is sealed for its tenant: in the row of another one it cannot be opened. */
export const registryKeyContext = (tenantId: number): string => `registry-key:${tenantId}`

export const registryKeys: SealedColumn = {
  table: 'association_settings',
  column: 'registry_key',
  context: (tenantId) => registryKeyContext(tenantId),
}
