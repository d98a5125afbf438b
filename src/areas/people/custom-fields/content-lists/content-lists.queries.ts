import type { SqlRunner } from '#kernel/database/sql-runner'
import { readVersionedRow, type VersionedRow } from '#kernel/listing/list-rows'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { ContentList } from '#prisma/client'
import { contentListEvents } from '../custom-fields.events.ts'
import { contentListList } from './content-lists.listing.ts'

export const contentListKind: RecordKind<ContentList> = {
  entity: 'contentlist',
  noun: 'content list',
  table: 'content_list',
  events: contentListEvents,
  find: (tx, key) => tx.contentList.findFirst({ where: key }),
}

/**
 * Returns one content list in its documented shape.
 *
 * @param runner the tenant's database, or a transaction that sees its own changes. @throws 404.
 */
export const readContentList = (scope: Scope, id: number, runner: SqlRunner = scope.db): Promise<VersionedRow> =>
  readVersionedRow(runner, scope, contentListList(scope), id, 'content list')
