import { registryKeyContext } from '#areas/integration/association-sync/association-sync.queries'
import type { Sealer } from '#kernel/crypto/seal'
import type { Scope } from '#kernel/tenancy/scope'
import type { AssociationSettings } from '#prisma/client'
import type { Outbound } from '#services/outbound/outbound'
import { embeddedRegistry } from './embedded/embedded-registry.adapter.ts'
import { onlineRegistry } from './online-registry.adapter.ts'
import { type NationalRegistry, RegistryFault } from './registry.port.ts'

/** What calls of the registry need; an application has it. */
export interface RegistryTools {
  outbound: Outbound
  sealer: Sealer
}

/** Opens the registry of the tenant: the embedded one unless the settings name an online one. @throws RegistryFault. */
export const openRegistry = (
  scope: Scope,
  { outbound, sealer }: RegistryTools,
  settings: AssociationSettings | null,
): NationalRegistry => {
  if (settings?.registry !== 'Online') return embeddedRegistry(scope)
  const { registryUrl: url, registryKey } = settings
  if (!url || !registryKey) throw new RegistryFault('not-configured')
  return onlineRegistry(outbound, { url, key: sealer.open(registryKey, registryKeyContext(scope.db.tenantId)) })
}
