import type { ExchangeEdit, TenantLookupItem } from '#contract/integration/connections'
import type { ExchangeParty } from '#prisma/client'
import type { OpenTenant } from '#services/peers/peers'
import type { ExchangeWithParties } from './exchanges.queries.ts'

export const presentExchange = ({ id, name, parties }: ExchangeWithParties): ExchangeEdit => ({
  ExchangeId: id,
  ExchangeName: name,
  TargetTenants: parties.filter(({ isSource }) => !isSource).map(presentParty),
  SourceTenants: parties.filter(({ isSource }) => isSource).map(presentParty),
  ForceSave: false,
})

const presentParty = ({ consent, ...party }: ExchangeParty): TenantLookupItem => ({
  ...presentTenant(party),
  ConsentStatus: consent as NonNullable<TenantLookupItem['ConsentStatus']>,
})

/** Presents a tenant that belongs to no exchange. */
export const presentTenant = ({ key, name, hubKey }: OpenTenant): TenantLookupItem => ({
  TenantKey: key,
  HubTenantKey: hubKey,
  TenantName: name,
  Name: `${name} (${key})`,
  ConsentStatus: null,
})
