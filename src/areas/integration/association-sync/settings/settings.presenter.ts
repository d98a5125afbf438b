import type { AssocSettings } from '#contract/integration/association-sync'
import type { AssociationSettings } from '#prisma/client'

/** Presents the settings as the contract documents them; before the first save the defaults. */
export const presentSettings = (settings: AssociationSettings | null): AssocSettings => ({
  AuditId: settings?.auditId ?? 0,
  Affiliation: settings?.affiliation ?? null,
  Registry: settings?.registry === 'Online' ? 'Online' : 'Embedded',
  RegistryUrl: settings?.registryUrl ?? null,
  RegistryKeyHint: settings?.registryKeyHint ?? null,
  IsRegistryEnabled: settings?.isRegistryEnabled ?? true,
  LastReceivedDate: settings?.receivedAt?.toISOString() ?? null,
})
