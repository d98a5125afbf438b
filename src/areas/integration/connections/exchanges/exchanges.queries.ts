import { notFound } from '#kernel/errors/problem'
import { getRecord } from '#kernel/records/read'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Models, Transaction } from '#kernel/tenancy/tenant-db'
import type { Exchange, ExchangeParty, Prisma } from '#prisma/client'
import type { TenantAddress } from '../channel/channel.model.ts'
import { exchangeEvents } from '../connections.events.ts'
import { openTenantsSql } from './exchanges.sql.ts'

export type ExchangeWithParties = Exchange & { parties: ExchangeParty[] }

const parties = {
  include: { parties: { orderBy: [{ name: 'asc' }, { id: 'asc' }] } },
} satisfies Prisma.ExchangeDefaultArgs

export const exchangeKind: RecordKind<ExchangeWithParties> = {
  entity: 'exchange',
  table: 'exchange',
  columns: { name: 'ExchangeName', uid: null, state_version: null },
  events: exchangeEvents,
  find: (tx, key) => tx.exchange.findFirst({ where: key, ...parties }),
}

/** Finds the copy of an exchange that this tenant has. */
export const findExchangeByUid = (
  models: Models,
  { db }: Pick<Scope, 'db'>,
  uid: string,
): Promise<ExchangeWithParties | null> =>
  models.exchange.findFirst({ where: { tenantId: db.tenantId, uid }, ...parties })

/**
 * Returns whether this tenant can know the tenant of this installation with the key: open to exchanges, or in a common
 * exchange.
 */
export const isKnownTenant = async ({ db }: Pick<Scope, 'db'>, tx: Transaction, key: string): Promise<boolean> => {
  const where = { tenantId: db.tenantId, installation: '', key }
  if (await tx.exchangeParty.findFirst({ where, select: { id: true } })) return true
  return (await tx.rows(openTenantsSql(db.tenantId, key, true, 1))).length > 0
}

/** Returns whether a party is this tenant. */
export const isOwnParty = (
  { tenant }: Pick<Scope, 'tenant'>,
  { key, installation }: Pick<ExchangeParty, 'key' | 'installation'>,
): boolean => installation === '' && key === tenant.key

/** Returns an exchange that this tenant owns or that names it. @throws 404, also after it was withdrawn. */
export const getExchange = async (scope: Scope, id: number): Promise<ExchangeWithParties> => {
  const exchange = await getRecord(scope, exchangeKind, id)
  if (exchange.isOwn || exchange.parties.some((party) => isOwnParty(scope, party))) return exchange
  throw notFound(exchangeKind.entity)
}

export const isSameTenant = (a: TenantAddress, b: TenantAddress): boolean =>
  a.key === b.key && a.installation === b.installation

/** Another tenant in an accepted exchange of which this tenant is a target and the other one a source. */
export interface Source {
  exchange: ExchangeWithParties
  party: ExchangeParty
}

/** Lists the sources of accepted exchanges of which this tenant is a target. */
export const listSources = async (scope: Scope, models: Models = scope.db.prisma): Promise<Source[]> => {
  const exchanges = await models.exchange.findMany({
    where: { tenantId: scope.db.tenantId },
    ...parties,
    orderBy: { id: 'asc' },
  })
  return exchanges.flatMap((exchange) => sourcesOf(scope, exchange))
}

/** Returns the accepted sources of an exchange, if this tenant is an accepted target of it. */
export const sourcesOf = (scope: Scope, exchange: ExchangeWithParties): Source[] => {
  const own = exchange.parties.find((party) => isOwnParty(scope, party))
  if (!own || own.isSource || own.consent !== 'Accepted') return []
  const sources = exchange.parties.filter(({ isSource, consent }) => isSource && consent === 'Accepted')
  return sources.map((party) => ({ exchange, party }))
}

/** Returns a source by its key. @throws 404. */
export const getSource = async (scope: Scope, key: string): Promise<Source> => {
  const source = (await listSources(scope)).find(({ party }) => party.key === key)
  if (!source) throw notFound('source tenant')
  return source
}

/** Returns whether the exchange permits a connection of this tenant with the other one, in the given role. */
export const permitsConnection = (
  scope: Scope,
  exchange: ExchangeWithParties,
  { other, isSource }: { other: TenantAddress; isSource: boolean },
): boolean => {
  const own = exchange.parties.find((party) => isOwnParty(scope, party))
  const otherParty = exchange.parties.find((party) => isSameTenant(party, other))
  const isAccepted = own?.consent === 'Accepted' && otherParty?.consent === 'Accepted'
  return isAccepted && own.isSource === isSource && otherParty.isSource !== isSource
}
