import type { SqlRunner } from '#kernel/database/sql-runner'
import { readVersionedRow, type VersionedRow } from '#kernel/listing/list-rows'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'
import type { MemberLogin } from '#prisma/client'
import { loginName } from '#services/identity/logins'
import { MEMBER_LOGIN } from '#services/identity/members/member-changes'
import { memberLoginEvents } from './member-logins.events.ts'
import { memberLoginList } from './member-logins.listing.ts'

export const memberLoginKind: RecordKind<MemberLogin> = {
  entity: MEMBER_LOGIN.entity,
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

/** Finds the login with an address, also a disabled one; null if there is none. */
export const findMemberLoginByEmail = ({ db }: Scope, email: string): Promise<MemberLogin | null> =>
  db.prisma.memberLogin.findFirst({
    where: { tenantId: db.tenantId, email: loginName(email), contact: { deletedAt: null } },
  })

/** Finds the name of a contact and the address of its login; null if the contact does not exist or is deleted. */
export const findMemberAddress = async (
  { db }: Scope,
  models: Models,
  contactId: number,
): Promise<{ name: string; email: string | null } | null> => {
  const contact = await models.contact.findFirst({
    where: { tenantId: db.tenantId, id: contactId, deletedAt: null },
    select: { displayName: true, memberLogin: { select: { email: true } } },
  })
  return contact && { name: contact.displayName, email: contact.memberLogin?.email ?? null }
}
