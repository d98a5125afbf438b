import { ruleRefused } from '#kernel/errors/problem'
import { enqueueJobs } from '#kernel/jobs/enqueue'
import { lockRecord, lockSubject } from '#kernel/records/lock'
import { nameKeyOf } from '#kernel/records/names'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { NEXT_VERSION } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { ChannelTools, MessageData, TenantAddress } from '../channel/channel.model.ts'
import { textOf } from '../channel/message-data.input.ts'
import { logCrossing } from '../crossings.service.ts'
import { disableOfExchange } from '../withdrawals.service.ts'
import { parseConsent, parseState } from './exchanges.input.ts'
import { type ExchangeState, stateJob } from './exchanges.model.ts'
import {
  type ExchangeWithParties,
  exchangeKind,
  findExchangeByUid,
  isOwnParty,
  isSameTenant,
} from './exchanges.queries.ts'

/**
 * Stores the state of an exchange of another tenant: creates, changes or removes this tenant's copy. An older state than
 * the stored one changes nothing. Whether this tenant takes part is its own decision, and is kept.
 *
 * @throws 422 not-in-exchange if the tenant is invited and not open to exchanges, or if another tenant owns the exchange.
 */
export const receiveState = (
  scope: Scope,
  { origin }: Pick<ChannelTools, 'origin'>,
  from: TenantAddress,
  data: MessageData,
): Promise<MessageData> => {
  const state = parseState(data, from.installation, origin)
  return scope.db.transaction(async (tx) => {
    await lockSubject(scope, tx, 'exchanges')
    const current = await findExchangeByUid(tx, scope, state.Uid)
    requireOwner(scope, from, current)
    if (current && current.stateVersion >= state.Version && state.Parties) return {}
    const isNamed = state.Parties?.some((party) => isOwnParty(scope, addressOf(party))) ?? false
    const name = current?.name ?? state.Name
    await logCrossing(scope, tx, { message: stateText(name, isNamed, current), other: from.key, isIncoming: true })
    if (!isNamed) {
      if (current) await withdraw(scope, tx, current)
      return {}
    }
    await store(scope, tx, from, state, current)
    return {}
  })
}

/** @throws 422 not-in-exchange. */
const requireOwner = ({ tenant }: Scope, from: TenantAddress, current: ExchangeWithParties | null): void => {
  if (!current) {
    if (!tenant.isOpenToExchanges) throw refusedState('The tenant is not open to exchanges.')
    return
  }
  const owner = { key: current.ownerKey, installation: current.ownerInstallation }
  if (current.isOwn || !isSameTenant(owner, from)) throw refusedState('Another tenant owns the exchange.')
}

const stateText = (name: string, isNamed: boolean, current: object | null): string => {
  if (!isNamed) return `The exchange ${name} no longer names this tenant.`
  return current ? `The exchange ${name} was changed.` : `This tenant was invited to the exchange ${name}.`
}

const refusedState = (detail: string) => ruleRefused('not-in-exchange', detail)

const addressOf = ({ Key, Installation }: { Key: string; Installation: string }): TenantAddress => ({
  key: Key,
  installation: Installation,
})

/** Removes the copy of an exchange that no longer names this tenant; with connections it stays, and they are disabled. */
const withdraw = async (scope: Scope, tx: Transaction, current: ExchangeWithParties): Promise<void> => {
  const { tenantId } = scope.db
  const own = current.parties.filter((party) => isOwnParty(scope, party)).map(({ id }) => id)
  await tx.exchangeParty.deleteMany({ where: { tenantId, id: { in: own } } })
  const parties = current.parties.filter(({ id }) => !own.includes(id))
  await disableOfExchange(scope, tx, { ...current, parties })
  const where = { tenantId, exchangeId: current.id }
  const auditId = current.auditId + 1
  if ((await tx.connection.count({ where: { ...where, deletedAt: null } })) > 0) {
    await tx.exchange.updateMany({ where: { tenantId, id: current.id }, data: NEXT_VERSION })
    await recordChange(scope, tx, changeOf(exchangeKind, { ...current, auditId }, 'updated'))
    return
  }
  await tx.connection.deleteMany({ where })
  await tx.exchange.delete({ where: { tenantId_id: { tenantId, id: current.id } } })
  await recordChange(scope, tx, changeOf(exchangeKind, { ...current, auditId }, 'deleted'))
}

const store = async (
  scope: Scope,
  tx: Transaction,
  from: TenantAddress,
  state: ExchangeState,
  current: ExchangeWithParties | null,
): Promise<void> => {
  const { tenantId } = scope.db
  const data = { name: state.Name, nameKey: nameKeyOf(state.Name), stateVersion: state.Version }
  const owner = { ownerKey: from.key, ownerInstallation: from.installation, isOwn: false }
  const { id } = current
    ? await tx.exchange.update({
        where: { tenantId_id: { tenantId, id: current.id } },
        data: { ...data, ...NEXT_VERSION },
      })
    : await tx.exchange.create({ data: { tenantId, uid: state.Uid, ...owner, ...data } })
  await storeParties(scope, tx, id, state, current)
  const saved = await exchangeKind.find(tx, { tenantId, id }, scope)
  if (!saved) return
  await disableOfExchange(scope, tx, saved)
  await recordChange(scope, tx, changeOf(exchangeKind, saved, current ? 'updated' : 'created'))
}

/** Keeps the rows of parties, because they have the keys of their messages. */
const storeParties = async (
  scope: Scope,
  tx: Transaction,
  exchangeId: number,
  state: ExchangeState,
  current: ExchangeWithParties | null,
): Promise<void> => {
  const { tenantId } = scope.db
  const keys = (state.Parties ?? []).map(({ Key }) => Key)
  await tx.exchangeParty.deleteMany({ where: { tenantId, exchangeId, key: { notIn: keys } } })
  for (const party of state.Parties ?? []) {
    const { Key: key, Installation: installation, Name: name, HubKey: hubKey, IsSource: isSource } = party
    const before = current?.parties.find((one) => one.key === key)
    const isKept = before && isOwnParty(scope, before) && before.isSource === isSource
    const consent = isKept ? before.consent : party.Consent
    const row = { installation, name, hubKey, isSource, consent }
    const where = { tenantId_exchangeId_key: { tenantId, exchangeId, key } }
    await tx.exchangeParty.upsert({ where, create: { tenantId, exchangeId, key, ...row }, update: row })
  }
}

/** Stores whether another tenant takes part in an exchange of this one, and informs the other tenants of it. */
export const receiveConsent = (scope: Scope, from: TenantAddress, data: MessageData): Promise<MessageData> => {
  const { uid, consent } = parseConsent(data)
  return scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const found = await findExchangeByUid(tx, scope, uid)
    if (!found?.isOwn) throw refusedState('The tenant does not own the exchange.')
    const exchange = await lockRecord(scope, tx, exchangeKind, found.id)
    const party = exchange.parties.find((one) => isSameTenant(one, from))
    if (!party) throw refusedState('The exchange does not name the tenant.')
    if (party.consent === consent) return {}
    await tx.exchangeParty.update({ where: { tenantId_id: { tenantId, id: party.id } }, data: { consent } })
    const data = { stateVersion: { increment: 1 }, ...NEXT_VERSION }
    await tx.exchange.updateMany({ where: { tenantId, id: exchange.id }, data })
    const saved = await exchangeKind.find(tx, { tenantId, id: exchange.id }, scope)
    if (!saved) return {}
    await disableOfExchange(scope, tx, saved)
    const told = saved.parties.filter((one) => !isOwnParty(scope, one))
    await enqueueJobs(
      tx,
      told.map((one) => stateJob(tenantId, uid, one)),
    )
    await logCrossing(scope, tx, {
      message: `${party.name} was invited to the exchange ${saved.name} and responded: ${consent}.`,
      other: party.key,
      isIncoming: true,
      entity: { type: 'exchange', id: saved.id },
    })
    const changes = { Tenant: party.key, ConsentStatus: consent }
    await recordChange(scope, tx, changeOf(exchangeKind, saved, 'updated', { changes }))
    return {}
  })
}

/** Counts the connections of this tenant in an exchange. */
export const countConnections = async (scope: Scope, data: MessageData): Promise<MessageData> => {
  const { db } = scope
  const exchange = await findExchangeByUid(db.prisma, scope, textOf(data, 'Uid', 36))
  if (!exchange) return { Count: 0 }
  const where = { tenantId: db.tenantId, exchangeId: exchange.id, deletedAt: null }
  return { Count: await db.prisma.connection.count({ where }) }
}
