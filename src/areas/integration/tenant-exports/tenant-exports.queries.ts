import { readVersionedRow, type VersionedRow } from '#kernel/listing/list-rows'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { TenantExport } from '#prisma/client'
import { tenantExportEvents } from './tenant-exports.events.ts'
import { tenantExportList } from './tenant-exports.listing.ts'

export const tenantExportKind: RecordKind<TenantExport> = {
  entity: 'tenant-export',
  noun: 'export',
  table: 'tenant_export',
  events: tenantExportEvents,
  find: (tx, { tenantId, id }) => tx.tenantExport.findFirst({ where: { tenantId, id } }),
}

/** Finds an export; null if it does not exist. */
export const findTenantExport = ({ db }: Pick<Scope, 'db'>, id: number): Promise<TenantExport | null> =>
  db.prisma.tenantExport.findFirst({ where: { tenantId: db.tenantId, id } })

/** Reads an export in the shape of the list. @throws 404. */
export const readTenantExport = (scope: Scope, id: number): Promise<VersionedRow> =>
  readVersionedRow(scope.db, scope, tenantExportList(scope), id, 'export')
