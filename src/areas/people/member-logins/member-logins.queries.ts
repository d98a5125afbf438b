import type { SqlRunner } from '#kernel/database/sql-runner'
import { readVersionedRow, type VersionedRow } from '#kernel/listing/list-rows'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { MemberLogin } from '#prisma/client'
import { memberLoginEvents } from './member-logins.events.ts'
import { memberLoginList } from './member-logins.listing.ts'

export const memberLoginKind: RecordKind<MemberLogin> = {
  entity: 'memberlogin',
  noun: 'member login',
  table: 'member_login',
  events: memberLoginEvents,
  find: (tx, key) => tx.memberLogin.findFirst({ where: { ...key, contact: { deletedAt: null } } }),
}

/**
 * Returns a member login in its documented shape.
 *
 * @param runner the tenant's database, or a transaction that sees its own changes. @throws 404.
 */
export const readMemberLogin = (scope: Scope, id: number, runner: SqlRunner = scope.db): Promise<VersionedRow> =>
  readVersionedRow(runner, scope, memberLoginList(scope), id, 'member login')
