import type { ExchangeEditInput } from '#contract/integration/connections'
import { type FieldFault, forbidden, notFound, Problem } from '#kernel/errors/problem'
import { enqueueJobs } from '#kernel/jobs/enqueue'
import { lockForSave, lockRecord, lockSubject } from '#kernel/records/lock'
import { nameKeyOf } from '#kernel/records/names'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { NEXT_VERSION, nextVersionOf } from '#kernel/records/record-kind'
import { referenceFault, unknownReferences } from '#kernel/records/references'
import { requireUniqueName } from '#kernel/records/unique-name'
import { requireUnused } from '#kernel/records/uses'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { ExchangeParty } from '#prisma/client'
import { changedPart } from '#services/tenant-log/changed-part'
import type { ChannelTools, TenantAddress } from '../channel/channel.model.ts'
import { requireCrossingScopes, requireWholeTenant } from '../connections.model.ts'
import { prepareClosing } from '../messages/opening.service.ts'
import { disableOfExchange } from '../withdrawals.service.ts'
import { requireUnconnected } from './exchange-sending.service.ts'
import { type ExchangeDraft, type NamedTenant, parseExchange } from './exchanges.input.ts'
import { stateJob } from './exchanges.model.ts'
import { type ExchangeWithParties, exchangeKind, isOwnParty } from './exchanges.queries.ts'
import { type FoundTenant, findTenant } from './tenant-search.service.ts'

/** A tenant of the draft with what is known of it. */
type Resolved = NamedTenant & FoundTenant

/**
 * Creates an exchange of this tenant (id 0), or replaces the name and the tenants of one. Invites new tenants.
 *
 * @throws 400, 403 insufficient-scope or not-the-owner, 404, 409 duplicate or exchange-warnings, 412, 422 both-sides or unknown-reference, 503.
 */
export const saveExchange = async (
  scope: Scope,
  tools: ChannelTools,
  id: number,
  body: ExchangeEditInput,
  expected: ExpectedVersion,
): Promise<{ id: number; auditId: number }> => {
  requireWholeTenant(scope)
  const draft = parseExchange(id, body)
  const own = draft.tenants.find(({ key }) => key === scope.tenant.key)
  if (own?.isSource) requireCrossingScopes(scope, own)
  const tenants = await resolveTenants(scope, tools, draft, await findKnown(scope, id))
  return scope.db.transaction(async (tx) => {
    await lockSubject(scope, tx, 'exchanges')
    const current = await lockForSave(scope, tx, exchangeKind, id, expected)
    if (current && !current.isOwn) throw notTheOwner()
    await requireUnusedName(scope, tx, draft.name, id)
    const removed = (current?.parties ?? []).filter((party) => !tenants.some(({ key }) => key === party.key))
    if (!draft.force) refuseWithdrawals(removed)
    const saved = await write(scope, tx, draft, tenants, current)
    await disableOfExchange(scope, tx, saved)
    const told = [...saved.parties, ...removed].filter((party) => !isOwnParty(scope, party))
    await enqueueJobs(
      tx,
      told.map((party) => stateJob(scope.db.tenantId, saved.uid, party)),
    )
    const changes = changedPart('Tenants', current && partiesOf(current.parties), partiesOf(tenants))
    await recordChange(scope, tx, changeOf(exchangeKind, saved, current ? 'updated' : 'created', { changes }))
    return saved
  })
}

const partiesOf = (parties: readonly { key: string; isSource: boolean }[]) =>
  parties
    .map(({ key, isSource }) => ({ Key: key, IsSource: isSource }))
    .sort((one, other) => (one.Key < other.Key ? -1 : 1))

const notTheOwner = () => forbidden('Another tenant created the exchange. Only it can change it.', 'not-the-owner')

const findKnown = async ({ db }: Scope, id: number): Promise<ExchangeParty[]> =>
  id === 0 ? [] : db.prisma.exchangeParty.findMany({ where: { tenantId: db.tenantId, exchangeId: id } })

/**
 * Returns the tenants of an exchange. A tenant that it already names stays in it, also if it is no longer open to
 * exchanges.
 */
const resolveTenants = async (
  scope: Scope,
  tools: ChannelTools,
  { tenants }: ExchangeDraft,
  known: readonly ExchangeParty[],
): Promise<Resolved[]> => {
  const resolved: Resolved[] = []
  const faults: FieldFault[] = []
  for (const named of tenants) {
    const party = known.find(({ key }) => key === named.key)
    const found = party ?? (await findTenant(scope, tools, named.key))
    if (found) resolved.push({ ...named, name: found.name, hubKey: found.hubKey, installation: found.installation })
    else faults.push(referenceFault(named.pointer, 'tenant that is open to exchanges'))
  }
  if (faults.length > 0) throw unknownReferences(faults)
  return resolved
}

const requireUnusedName = async ({ db }: Scope, tx: Transaction, name: string, id: number): Promise<void> => {
  const where = { tenantId: db.tenantId, isOwn: true, nameKey: nameKeyOf(name), id: { not: id } }
  requireUniqueName(exchangeKind, name, await tx.exchange.findFirst({ where, select: { id: true } }))
}

const refuseWithdrawals = (removed: readonly ExchangeParty[]): void => {
  const accepted = removed.filter(({ consent }) => consent === 'Accepted')
  if (accepted.length === 0) return
  const errors = accepted.map(({ name, isSource }) => ({
    pointer: isSource ? '/SourceTenants' : '/TargetTenants',
    message: `no longer names ${name}, which has accepted: its connections would be disabled`,
  }))
  throw new Problem(
    409,
    'exchange-warnings',
    'The exchange was not saved because of warnings. Check them, or save it unchanged with ForceSave.',
    { errors },
  )
}

/** Writes the exchange and its parties. A party that changes its side is invited again. */
const write = async (
  scope: Scope,
  tx: Transaction,
  { name }: ExchangeDraft,
  tenants: readonly Resolved[],
  current: ExchangeWithParties | null,
): Promise<ExchangeWithParties> => {
  const { db, tenant } = scope
  const { tenantId } = db
  const data = { name, nameKey: nameKeyOf(name) }
  const { id } = current
    ? await tx.exchange.update({
        where: { tenantId_id: { tenantId, id: current.id } },
        data: { ...data, stateVersion: { increment: 1 }, ...NEXT_VERSION },
      })
    : await tx.exchange.create({
        data: { tenantId, uid: crypto.randomUUID(), ownerKey: tenant.key, isOwn: true, ...data },
      })
  const kept = (current?.parties ?? []).filter((party) =>
    tenants.some(({ key, isSource }) => key === party.key && isSource === party.isSource),
  )
  await tx.exchangeParty.deleteMany({
    where: { tenantId, exchangeId: id, key: { notIn: kept.map(({ key }) => key) } },
  })
  const added = tenants.filter(({ key }) => !kept.some((party) => party.key === key))
  await tx.exchangeParty.createMany({
    data: added.map((party) => {
      const { key, installation, hubKey, isSource } = party
      const consent = isOwnParty(scope, party) ? 'Accepted' : 'Invited'
      return { tenantId, exchangeId: id, key, installation, name: party.name, hubKey, isSource, consent }
    }),
  })
  const saved = await exchangeKind.find(tx, { tenantId, id }, scope)
  if (!saved) throw notFound('exchange')
  return saved
}

/** Deletes an exchange of this tenant. @throws 403 not-the-owner, 404, 409 in-use, 412, 503. */
export const deleteExchange = async (
  scope: Scope,
  tools: ChannelTools,
  id: number,
  expected: ExpectedVersion,
): Promise<void> => {
  requireWholeTenant(scope)
  const found = await exchangeKind.find(scope.db.prisma, { tenantId: scope.db.tenantId, id }, scope)
  if (found && !found.isOwn) throw notTheOwner()
  if (found) await requireUnconnected(scope, tools, found)
  const closeLost = await prepareClosing(tools)
  await scope.db.transaction(async (tx) => {
    const current = await lockRecord(scope, tx, exchangeKind, id, expected)
    await closeLost(scope, tx, id)
    await requireUnused(scope, tx, exchangeKind, current)
    await removeExchange(scope, tx, current)
    const told: TenantAddress[] = current.parties.filter((party) => !isOwnParty(scope, party))
    await enqueueJobs(
      tx,
      told.map((party) => stateJob(scope.db.tenantId, current.uid, party)),
    )
    await recordChange(scope, tx, changeOf(exchangeKind, nextVersionOf(current), 'deleted'))
  })
}

/** Deletes this tenant's copy of an exchange, with its deleted connections. */
const removeExchange = async ({ db }: Scope, tx: Transaction, { id }: ExchangeWithParties): Promise<void> => {
  const { tenantId } = db
  const where = { tenantId, exchangeId: id }
  await tx.connection.deleteMany({ where: { ...where, deletedAt: { not: null } } })
  await tx.exchange.delete({ where: { tenantId_id: { tenantId, id } } })
}
