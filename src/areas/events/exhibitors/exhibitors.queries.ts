import type { SqlRunner } from '#kernel/database/sql-runner'
import { notFound } from '#kernel/errors/problem'
import { readVersionedRow, type VersionedRow } from '#kernel/listing/list-rows'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { EventExhibitor } from '#prisma/client'
import { exhibitorEvents } from './exhibitors.events.ts'
import { exhibitorDetails } from './exhibitors.listing.ts'

const { created, updated } = exhibitorEvents

/** Exhibitors that are not in a cart. */
export const exhibitorKind: RecordKind<EventExhibitor> = {
  entity: 'eventexhibitor',
  noun: 'exhibitor',
  table: 'event_exhibitor',
  columns: { name: 'ExhibitorName', type_id: 'ExhibitorTypeId', state: 'Status', pointer: null },
  events: { created, updated },
  find: (tx, { tenantId, id }) => tx.eventExhibitor.findFirst({ where: { tenantId, id, state: { not: 'cart' } } }),
}

/** Returns an exhibitor. @param runner a transaction that sees its own changes. @throws 404. */
export const readExhibitor = (scope: Scope, id: number, runner: SqlRunner = scope.db): Promise<VersionedRow> =>
  readVersionedRow(runner, scope, exhibitorDetails(scope), id, 'exhibitor')

/** Returns an exhibitor of an event. @throws 404. */
export const readEventExhibitor = async (scope: Scope, eventId: number, id: number): Promise<VersionedRow> => {
  const where = { tenantId: scope.db.tenantId, eventId, id }
  if (!(await scope.db.prisma.eventExhibitor.findFirst({ where, select: { id: true } }))) throw notFound('exhibitor')
  return readExhibitor(scope, id)
}
