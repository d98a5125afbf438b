import { ruleRefused } from '#kernel/errors/problem'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'
import type { Connection } from '#prisma/client'
import type { MessageData, TenantAddress } from './channel/channel.model.ts'
import { connectionEvents } from './connections.events.ts'
import type { Mapping } from './mappings/mappings.model.ts'
import { parseReceivedMapping } from './mappings/received-mappings.input.ts'

/** A connection with its mapping, parsed when it was saved or received. */
export type MappedConnection = Omit<Connection, 'mapping'> & { mapping: Mapping }

const withMapping = (connection: Connection | null): MappedConnection | null =>
  connection && { ...connection, mapping: parseReceivedMapping({ ...(connection.mapping as MessageData) }) }

export const connectionKind: RecordKind<MappedConnection> = {
  entity: 'connection',
  table: 'connection',
  columns: {
    other_key: 'SourceTenantKey',
    other_name: 'SourceTenantName',
    out_sequence: null,
    in_sequence: null,
    in_applied: null,
    stopped_before: null,
    uid: null,
    is_disabled_here: null,
    is_disabled_there: null,
    has_work: null,
    last_enabled_at: null,
    last_disabled_at: null,
    copied_count: null,
    total_count: null,
  },
  isSoftDeleted: true,
  events: connectionEvents,
  find: async (tx, key) => withMapping(await tx.connection.findFirst({ where: { ...key, deletedAt: null } })),
}

/** Connections including deleted ones: their last messages are still sent. */
export const anyConnectionKind: RecordKind<MappedConnection> = {
  ...connectionKind,
  isSoftDeleted: false,
  find: async (tx, key) => withMapping(await tx.connection.findFirst({ where: key })),
}

/** Returns a connection, also a deleted one, by the id that both tenants know; null if there is none. */
export const findConnectionByUid = async ({ db }: Pick<Scope, 'db'>, uid: string): Promise<MappedConnection | null> =>
  withMapping(await db.prisma.connection.findFirst({ where: { tenantId: db.tenantId, uid } }))

/** Returns the connection of a message; also a deleted one. @throws 422 not-in-exchange if it is not one with the sender. */
export const getConnectionWith = async (
  scope: Pick<Scope, 'db'>,
  from: TenantAddress,
  uid: string | null,
): Promise<MappedConnection> => {
  const connection = await findConnectionByUid(scope, uid ?? '')
  if (connection?.otherKey === from.key && connection.otherInstallation === from.installation) return connection
  throw ruleRefused('not-in-exchange', 'The connection does not exist.')
}

/** Finds the connection of this tenant, as target, with a source that is not deleted; null without one. */
export const findConnectionFrom = async (
  { db }: Pick<Scope, 'db'>,
  sourceKey: string,
): Promise<MappedConnection | null> => {
  const where = { tenantId: db.tenantId, isSource: false, otherKey: sourceKey, deletedAt: null }
  return withMapping(await db.prisma.connection.findFirst({ where, orderBy: { id: 'asc' } }))
}

/** Names of this tenant's membership types and levels, by id. */
export interface TypeNames {
  types: ReadonlyMap<number, string>
  levels: ReadonlyMap<number, string>
}

/** Reads the names of the target's types and levels in a mapping; the source does not know them. */
export const findTargetNames = async (
  { db }: Scope,
  { isSource, mapping }: Pick<MappedConnection, 'isSource' | 'mapping'>,
): Promise<TypeNames> => {
  const { tenantId, prisma } = db
  const feeds = isSource ? [] : mapping.feeds
  const typeIds = feeds.map(({ targetTypeId }) => targetTypeId)
  const levelIds = feeds.flatMap(({ targetLevelId }) => targetLevelId ?? [])
  const select = { id: true, name: true }
  const types = await prisma.membershipType.findMany({ where: { tenantId, id: { in: typeIds } }, select })
  const levels = await prisma.membershipLevel.findMany({ where: { tenantId, id: { in: levelIds } }, select })
  return {
    types: new Map(types.map(({ id, name }) => [id, name])),
    levels: new Map(levels.map(({ id, name }) => [id, name])),
  }
}

/** Lists the connections of which this tenant is the source, without deleted ones. */
export const listSourceConnections = async ({ db }: Pick<Scope, 'db'>, tx: Models): Promise<MappedConnection[]> => {
  const where = { tenantId: db.tenantId, isSource: true, deletedAt: null }
  const found = await tx.connection.findMany({ where, orderBy: { id: 'asc' } })
  return found.flatMap((connection) => withMapping(connection) ?? [])
}
