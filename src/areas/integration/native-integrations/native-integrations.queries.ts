import { notFound } from '#kernel/errors/problem'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'
import { nativeIntegrationEvents } from './native-integrations.events.ts'
import type { Integration } from './native-integrations.model.ts'

export const PARTS = { connector: true, feed: true } as const

export const integrationKind: RecordKind<Integration> = {
  entity: 'nativeintegration',
  noun: 'integration',
  table: 'native_integration',
  columns: { event_kinds: null, last_ended_at: null, last_status: null },
  events: nativeIntegrationEvents,
  find: (tx, key) => tx.nativeIntegration.findFirst({ where: key, include: PARTS }),
}

export const listIntegrations = ({ db }: Scope): Promise<Integration[]> =>
  db.prisma.nativeIntegration.findMany({ where: { tenantId: db.tenantId }, include: PARTS })

/** Returns the integration that uses a connector of this name. @throws 404. */
export const getIntegrationOfConnector = async ({ db }: Scope, name: string): Promise<Integration> => {
  const where = { tenantId: db.tenantId, connector: { name } }
  const found = await db.prisma.nativeIntegration.findFirst({ where, include: PARTS })
  if (!found) throw notFound('connector')
  return found
}

/** Finds when the next run of each integration is due; only of integrations with a run that waits. */
export const findNextRuns = async (
  { db }: Scope,
  integrationId?: number,
  models: Models = db.prisma,
): Promise<ReadonlyMap<number, Date>> => {
  const rows = await models.nativeExecution.groupBy({
    by: ['integrationId'],
    where: { tenantId: db.tenantId, endedAt: null, ...(integrationId !== undefined && { integrationId }) },
    _min: { dueAt: true },
  })
  return new Map(rows.flatMap(({ integrationId: id, _min: { dueAt } }) => (dueAt ? [[id, dueAt] as const] : [])))
}
