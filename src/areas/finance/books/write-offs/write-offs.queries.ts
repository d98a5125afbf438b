import type { SqlRunner } from '#kernel/database/sql-runner'
import { notFound } from '#kernel/errors/problem'
import type { VersionedRow } from '#kernel/listing/list-rows'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { WriteOff } from '#prisma/client'
import { bookEvents } from '../books.events.ts'
import { writeOffSql } from './write-off-details.sql.ts'

export const writeOffKind: RecordKind<WriteOff> = {
  entity: 'writeoff',
  noun: 'write-off',
  table: 'write_off',
  events: { created: bookEvents.writeOffRecorded, updated: bookEvents.writeOffUpdated },
  find: (tx, { tenantId, id }) => tx.writeOff.findFirst({ where: { tenantId, id } }),
}

/** Reads a write-off with its details. @throws 404. */
export const readWriteOff = async (runner: SqlRunner, scope: Scope, id: number): Promise<VersionedRow> => {
  const [found] = await runner.rows<VersionedRow>(writeOffSql(scope, id))
  if (!found) throw notFound('write-off')
  return found
}
