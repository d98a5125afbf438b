import type { ConnectionEditInput } from '#contract/integration/connections'
import { badInput, conflict, forbidden, ruleRefused } from '#kernel/errors/problem'
import { lockRecord, lockSubject } from '#kernel/records/lock'
import { getRecord } from '#kernel/records/read'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { NEXT_VERSION, nextVersionOf } from '#kernel/records/record-kind'
import { referenceFault, unknownReferences } from '#kernel/records/references'
import { type ExpectedVersion, requireVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { type ChannelTools, MESSAGE_TYPES, sealConnectionKey } from './channel/channel.model.ts'
import { requireCrossingScopes, requireWholeTenant } from './connections.model.ts'
import { connectionKind, type MappedConnection } from './connections.queries.ts'
import { exchangeKind, permitsConnection, type Source, sourcesOf } from './exchanges/exchanges.queries.ts'
import { takeOver } from './incoming/takeover.service.ts'
import { describeTenant } from './lookups/lookups.queries.ts'
import { describeSource, offerSourceKey } from './lookups/source-descriptions.service.ts'
import { lockTargets } from './mappings/mapped-records.service.ts'
import { type ParsedMapping, parseMapping, refuseWarnings } from './mappings/mappings.input.ts'
import { guardsOf, type Mapping } from './mappings/mappings.model.ts'
import { addDisable, type Stop } from './messages/disabling.service.ts'
import { addMessage } from './messages/messages.service.ts'
import { startCopy } from './outgoing/copies.service.ts'
import { sendStop } from './outgoing/sending.service.ts'

/**
 * Creates a connection from a source to this tenant (id 0), or changes what one synchronizes.
 *
 * @throws 400, 403 insufficient-scope or not-the-target, 404, 409 duplicate or exchange-warnings, 412, 422, 503.
 */
export const saveConnection = async (
  scope: Scope,
  tools: ChannelTools,
  id: number,
  body: ConnectionEditInput,
  expected: ExpectedVersion,
): Promise<MappedConnection> => {
  requireWholeTenant(scope)
  requireCrossingScopes(scope, { isSource: false })
  for (const [field, sent] of [
    ['/ConnectionId', body.ConnectionId],
    ['/Id', body.Id],
  ] as const)
    if (sent && sent !== id) throw badInput(field, 'must be 0 or the id in the path')
  return id === 0 ? createConnection(scope, tools, body) : updateConnection(scope, tools, id, body, expected)
}

const createConnection = async (
  scope: Scope,
  tools: ChannelTools,
  body: ConnectionEditInput,
): Promise<MappedConnection> => {
  const source = await findNamedSource(scope, body)
  const { mapping, warnings } = await readMapping(scope, tools, source, body, null)
  if (!body.ForceSave) refuseWarnings(warnings)
  const key = await offerSourceKey(scope, tools, source)
  return scope.db.transaction(async (tx) => {
    await requireUnconnected(scope, tx, source)
    await lockTargets(scope, tx, mapping)
    const connection = await insertConnection(scope, tx, source, mapping, (uid) =>
      sealConnectionKey(tools.sealer, scope.db.tenantId, uid, key),
    )
    await takeOver(scope, tx, connection)
    const open = { ExchangeUid: source.exchange.uid, Mapping: mapping }
    await addMessage(scope, tx, connection.id, MESSAGE_TYPES.open, open)
    await record(scope, tx, connection, 'created')
    return connection
  })
}

/** Returns the source that a request names. @throws 400, 403; 422 unknown-reference or not-in-exchange. */
const findNamedSource = async (scope: Scope, { ExchangeId, SourceTenantKey }: ConnectionEditInput): Promise<Source> => {
  if (!ExchangeId) throw badInput('/ExchangeId', 'is required to create a connection')
  if (!SourceTenantKey) throw badInput('/SourceTenantKey', 'is required to create a connection')
  if (SourceTenantKey === scope.tenant.key)
    throw forbidden('This tenant is the source. Only the target can create a connection.', 'not-the-target')
  const key = { tenantId: scope.db.tenantId, id: ExchangeId }
  const exchange = await exchangeKind.find(scope.db.prisma, key, scope)
  if (!exchange) throw unknownReferences([referenceFault('/ExchangeId', 'exchange of this tenant')])
  const source = sourcesOf(scope, exchange).find(({ party }) => party.key === SourceTenantKey)
  if (source) return source
  throw ruleRefused('not-in-exchange', 'The exchange does not name the two tenants, or one has not accepted.', [
    {
      pointer: '/SourceTenantKey',
      message: 'must be an accepted source of an exchange that has this tenant as target',
    },
  ])
}

const readMapping = async (
  scope: Scope,
  tools: ChannelTools,
  source: Source,
  body: ConnectionEditInput,
  current: Mapping | null,
): Promise<ParsedMapping> => {
  const sides = { source: await describeSource(scope, tools, source), target: await describeTenant(scope) }
  return parseMapping(body, current, sides)
}

const requireUnconnected = async (scope: Scope, tx: Transaction, { exchange, party }: Source): Promise<void> => {
  const { tenantId } = scope.db
  const locked = await lockRecord(scope, tx, exchangeKind, exchange.id)
  if (!permitsConnection(scope, locked, { other: party, isSource: false }))
    throw ruleRefused('not-in-exchange', 'The exchange does not name the two tenants, or one has not accepted.')
  // Of two requests that name different exchanges, one waits for the other.
  await lockSubject(scope, tx, 'connections')
  const { key: otherKey, installation: otherInstallation, name } = party
  const where = { tenantId, isSource: false, otherKey, otherInstallation, deletedAt: null }
  const existing = await tx.connection.findFirst({ where, select: { id: true } })
  if (existing)
    throw conflict(
      'duplicate',
      `Connection ${existing.id} already synchronizes the contacts of ${name}. Change it, or delete it before you create another one.`,
    )
}

const insertConnection = async (
  { db, clock }: Scope,
  tx: Transaction,
  { exchange, party }: Source,
  mapping: Mapping,
  seal: (uid: string) => string,
): Promise<MappedConnection> => {
  const uid = crypto.randomUUID()
  const created = await tx.connection.create({
    data: {
      tenantId: db.tenantId,
      uid,
      exchangeId: exchange.id,
      isSource: false,
      otherKey: party.key,
      otherInstallation: party.installation,
      otherName: party.name,
      mapping,
      ...guardsOf(mapping),
      sealed: seal(uid),
      lastEnabledAt: clock.now(),
    },
  })
  return { ...created, mapping }
}

const updateConnection = async (
  scope: Scope,
  tools: ChannelTools,
  id: number,
  body: ConnectionEditInput,
  expected: ExpectedVersion,
): Promise<MappedConnection> => {
  const found = await getRecord(scope, connectionKind, id)
  refuseSource(found)
  requireVersion(found.auditId, expected)
  refuseFixed(found, body)
  const exchange = await getRecord(scope, exchangeKind, found.exchangeId)
  const source = sourcesOf(scope, exchange).find(({ party }) => party.key === found.otherKey)
  if (!source)
    throw ruleRefused('not-in-exchange', 'The exchange does not name the two tenants, or one has not accepted.')
  const { mapping, warnings } = await readMapping(scope, tools, source, body, found.mapping)
  if (!body.ForceSave) refuseWarnings(warnings)
  return scope.db.transaction(async (tx) => {
    await lockRecord(scope, tx, connectionKind, id, expected)
    await lockTargets(scope, tx, mapping)
    const { tenantId } = scope.db
    const changed = await tx.connection.update({
      where: { tenantId_id: { tenantId, id } },
      data: { mapping, ...guardsOf(mapping), ...NEXT_VERSION },
    })
    // All contacts are sent again, so that what still has no counterpart is reported again.
    await tx.connectionGap.deleteMany({ where: { tenantId, connectionId: id } })
    await addMessage(scope, tx, id, MESSAGE_TYPES.update, { Mapping: mapping })
    const saved = { ...changed, mapping }
    await record(scope, tx, saved, 'updated')
    return saved
  })
}

const refuseSource = ({ isSource }: MappedConnection): void => {
  if (!isSource) return
  throw forbidden('This tenant is the source. Only the target can change the connection.', 'not-the-target')
}

const refuseFixed = (
  { exchangeId, otherKey }: MappedConnection,
  { ExchangeId, SourceTenantKey }: ConnectionEditInput,
): void => {
  if (ExchangeId && ExchangeId !== exchangeId) throw badInput('/ExchangeId', 'cannot be changed')
  if (SourceTenantKey && SourceTenantKey !== otherKey) throw badInput('/SourceTenantKey', 'cannot be changed')
}

/** Deletes a connection. Its contacts stay and can be edited again. @throws 403 not-the-target, 404, 412. */
export const deleteConnection = (scope: Scope, id: number, expected: ExpectedVersion): Promise<void> => {
  requireWholeTenant(scope)
  return scope.db.transaction(async (tx) => {
    const current = await lockRecord(scope, tx, connectionKind, id, expected)
    refuseSource(current)
    await addMessage(scope, tx, id, MESSAGE_TYPES.close)
    const data = { deletedAt: scope.clock.now(), ...NEXT_VERSION }
    await tx.connection.updateMany({ where: { tenantId: scope.db.tenantId, id }, data })
    await recordChange(scope, tx, changeOf(connectionKind, nextVersionOf(current), 'deleted'))
  })
}

/**
 * Stops the synchronization on this side: when it returns, nothing is applied anymore, also of what the source has already
 * sent. Does nothing if it is disabled.
 *
 * @throws 404.
 */
export const disableConnection = async (scope: Scope, tools: ChannelTools, id: number): Promise<void> => {
  requireWholeTenant(scope)
  const stop = await markDisabled(scope, id)
  if (stop) await sendStop(scope, tools, stop)
}

const markDisabled = (scope: Scope, id: number): Promise<Stop | null> =>
  scope.db.transaction(async (tx) => {
    const current = await lockRecord(scope, tx, connectionKind, id)
    if (current.isDisabledHere) return null
    const data = { isDisabledHere: true, lastDisabledAt: scope.clock.now(), ...NEXT_VERSION }
    await tx.connection.updateMany({ where: { tenantId: scope.db.tenantId, id }, data })
    const stop = await addDisable(scope, tx, current)
    const changes = { IsActive: { old: true, new: false } }
    await recordChange(scope, tx, changeOf(connectionKind, nextVersionOf(current), 'updated', { changes }))
    return stop
  })

/** Resumes the synchronization, and copies what was missed. @throws 403 disabled-by-other or insufficient-scope, 404, 409 not-in-exchange. */
export const enableConnection = (scope: Scope, id: number): Promise<void> => {
  requireWholeTenant(scope)
  return scope.db.transaction(async (tx) => {
    const current = await lockRecord(scope, tx, connectionKind, id)
    requireCrossingScopes(scope, current)
    if (!current.isDisabledHere) {
      if (!current.isDisabledThere) return
      throw forbidden(`${current.otherName} has disabled the connection. Only it can enable it.`, 'disabled-by-other')
    }
    const exchange = await getRecord(scope, exchangeKind, current.exchangeId, tx)
    const other = { key: current.otherKey, installation: current.otherInstallation }
    if (!permitsConnection(scope, exchange, { other, isSource: current.isSource }))
      throw conflict('not-in-exchange', 'The exchange does not name the two tenants, or one has not accepted.')
    const data = { isDisabledHere: false, lastEnabledAt: scope.clock.now(), ...NEXT_VERSION }
    await tx.connection.updateMany({ where: { tenantId: scope.db.tenantId, id }, data })
    await addMessage(scope, tx, id, MESSAGE_TYPES.enable)
    if (current.isSource) await startCopy(scope, tx, id)
    const changes = { IsActive: { old: false, new: true } }
    await recordChange(scope, tx, changeOf(connectionKind, nextVersionOf(current), 'updated', { changes }))
  })
}

const record = (scope: Scope, tx: Transaction, connection: MappedConnection, action: 'created' | 'updated') => {
  const { exchangeId, otherKey } = connection
  const payload = { exchangeId, sourceTenantKey: otherKey }
  return recordChange(scope, tx, changeOf(connectionKind, connection, action, { payload }))
}
