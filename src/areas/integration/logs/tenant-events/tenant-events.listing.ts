import { TenantLogRow } from '#contract/integration/logs'
import { columnsOf } from '#kernel/listing/columns'
import { optionalField, valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import type { Listing } from '#kernel/listing/listing'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import type { CsvFile } from '#services/csv/list-csv'
import { searchQuery } from '#services/tenant-log/log-event-texts'
import { levelFields } from '../level-field.listing.ts'
import type { LogWindow } from './log-window.model.ts'
import { foundEventsSql } from './tenant-events.sql.ts'

const id = Prisma.sql`e.id`
const time = Prisma.sql`e.occurred_at`
const level = Prisma.sql`e.level`
const tags = Prisma.sql`nullif(array_to_string(e.tags, ','), '')`
const fileUri = Prisma.sql`('/api/webdav/' || e.file_id)`

/** The fields that the result of a search has. */
const FOUND_FIELDS = [
  'RowId',
  'CreatedDate',
  'LevelNumber',
  'LogType',
  'EntityPrimaryType',
  'EntityPrimaryKey',
  'Source',
]
const FOUND_ORDERS = ['RowId', 'CreatedDate', 'Level', 'LevelNumber', 'LogType']

const fields: Listing['fields'] = {
  RowId: valueField('bigint', id),
  CreatedDate: valueField('instant', time),
  ...levelFields(level),
  LogType: valueField('text', Prisma.sql`e.log_type`),
  Message: valueField('text', Prisma.sql`e.message`),
  EntityPrimaryType: optionalField('text', Prisma.sql`e.entity_type`),
  EntityPrimaryKey: optionalField('text', Prisma.sql`e.entity_key`),
  AlternateName: optionalField('text', Prisma.sql`e.alternate_name`),
  Source: optionalField('text', Prisma.sql`e.source`),
  SourceName: valueField('text', Prisma.sql`NULL::text`, Prisma.sql`''::text`),
  SourceType: optionalField('text', Prisma.sql`e.source_type`),
  Destination: optionalField('text', Prisma.sql`e.destination`),
  Tags: optionalField('text', tags),
  AccompanyingFileUri: optionalField('text', fileUri),
  HasDetails: valueField('boolean', Prisma.sql`(e.details IS NOT NULL)`),
}

/** @param window to which a search is limited. */
const eventListing = (window: LogWindow): Listing => ({
  from: Prisma.sql`log_event e`,
  row: TenantLogRow,
  tenant: Prisma.sql`e.tenant_id`,
  id,
  idType: 'bigint',
  listed: Prisma.sql`e.hidden_at IS NULL`,
  defaultOrder: 'CreatedDate desc',
  search: (tenantId, text) => {
    const query = searchQuery(tenantId, text)
    if (query === null) return null
    const rows = { from: Prisma.sql`found e`, fields: FOUND_FIELDS, orders: FOUND_ORDERS }
    return { found: foundEventsSql(tenantId, query, window), rows }
  },
  fields,
})

const actionsSql = (canHide: boolean): Sql => {
  const [hide, withDetails] = canHide ? ['["hide"]', '["details","hide"]'] : ['[]', '["details"]']
  return Prisma.sql`CASE WHEN e.details IS NULL THEN ${hide}::json ELSE ${withDetails}::json END`
}

/**
 * Returns the events that are not hidden, the latest first.
 *
 * @param canHide whether the caller can hide events.
 * @param window to which a search is limited; without one it covers the whole log.
 */
export const eventList = (canHide: boolean, window: LogWindow = {}): List => ({
  listing: eventListing(window),
  columns: columnsOf(fields, { RowId: Prisma.sql`e.id::text`, Actions: actionsSql(canHide) }),
})

export const LOG_FILE: CsvFile = {
  name: 'Log',
  columns: [
    ...[
      'RowId',
      'CreatedDate',
      'Level',
      'LogType',
      'Message',
      'EntityPrimaryType',
      'EntityPrimaryKey',
      'AlternateName',
      'Source',
      'SourceName',
      'SourceType',
    ],
    ...['Destination', 'Tags', 'AccompanyingFileUri', 'HasDetails'],
  ],
}
