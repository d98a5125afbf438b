import { notFound } from '#kernel/errors/problem'
import { readRow } from '#kernel/listing/list-rows'
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

/** Returns the version of a member login. @throws 404. */
export const getMemberLoginVersion = async ({ db }: Scope, id: number): Promise<number> => {
  const where = { tenantId: db.tenantId, id, contact: { deletedAt: null } }
  const found = await db.prisma.memberLogin.findFirst({ where, select: { auditId: true } })
  if (!found) throw notFound('member login')
  return found.auditId
}

/** Returns a member login as the text of its documented shape. @throws 404. */
export const readMemberLogin = (scope: Scope, id: number): Promise<string> =>
  readRow(scope.db, scope, memberLoginList(scope), id, 'member login')
