import type { SqlRunner } from '#kernel/database/sql-runner'
import { notFound } from '#kernel/errors/problem'
import type { List } from '#kernel/listing/list-response'
import type { VersionedRow } from '#kernel/listing/list-rows'
import { type Page, readPage } from '#kernel/listing/page'
import type { ListRequest } from '#kernel/listing/request'
import { getRecord } from '#kernel/records/read'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Project } from '#prisma/client'
import { projectEvents } from '../tasks.events.ts'
import { projectSql } from './projects.sql.ts'

export const projectKind: RecordKind<Project> = {
  entity: 'project',
  table: 'project',
  columns: { type_id: 'ProjectTypeId', manager_contact_id: 'ManagerContactId' },
  events: projectEvents,
  find: (tx, key) => tx.project.findFirst({ where: { ...key } }),
}

/** Reads a page of the projects. Projects belong to the whole tenant, so a caller limited to chapters sees none. */
export const readProjectPage = async (
  scope: Scope,
  { listing, columns, joins }: List,
  request: ListRequest,
): Promise<Page> =>
  scope.chapters ? { results: '[]', total: 0, continuation: null } : readPage(scope, listing, request, columns, joins)

/**
 * Returns one project.
 *
 * @param runner the tenant's database, or a transaction that sees its own changes.
 * @throws 404.
 */
export const readProject = async (scope: Scope, id: number, runner: SqlRunner = scope.db): Promise<VersionedRow> => {
  if (scope.chapters) throw notFound('project')
  const [row] = await runner.rows<VersionedRow>(projectSql(scope, id))
  if (!row) throw notFound('project')
  return row
}

/** @throws 404 if the project does not exist. */
export const requireProject = async (scope: Scope, id: number): Promise<void> => {
  await getRecord(scope, projectKind, id)
}
