import type { MembershipTypeMapping, TenantForConnection } from '#contract/integration/connections'
import type { IntLookupChoice, ItemChoice } from '#contract/shared'
import { presentChoices } from '#kernel/http/lookup-choices'
import type { Source } from '../exchanges/exchanges.queries.ts'
import type { Parts } from '../mappings/mappings.model.ts'
import type { DescribedField, DescribedType, Description } from './descriptions.model.ts'

const OWNERS = new Map<number | null, MembershipTypeMapping['OwnedByType']>([
  [1, 'Individual'],
  [2, 'Organization'],
])

export const presentType = ({ Id, Name, OwnedBy, CoversPeople }: DescribedType): MembershipTypeMapping => ({
  Id,
  Name,
  OwnedByType: OWNERS.get(OwnedBy) ?? null,
  InheritanceType: CoversPeople ? 'People' : 'None',
})

export const presentLevels = ({ Levels }: Description): IntLookupChoice[] =>
  presentChoices(Levels.map(({ Id, Name, TypeId }) => ({ id: Id, name: Name, extra: String(TypeId) })))

/** @param mapped the parts that the connection with the source synchronizes; undefined without a connection. */
export const presentFields = (fields: readonly DescribedField[], mapped: Parts | undefined): ItemChoice[] =>
  fields.map(({ Id, Name }, at) => {
    const isSelected = mapped?.fields.some(({ sourceId }) => sourceId === Id) ?? false
    return { IsSelected: isSelected, PreviouslySelected: isSelected, Id, Name, Order: at + 1 }
  })

export const presentSource = ({ exchange, party }: Source): TenantForConnection => ({
  Id: `${exchange.id}:${party.key}`,
  SyncFromTenantKey: party.key,
  ExchangeId: exchange.id,
  Name: `${party.name} (${exchange.name})`,
  ConectedTenantName: party.name,
})
