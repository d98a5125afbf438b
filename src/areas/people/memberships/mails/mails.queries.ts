import type { SqlRunner } from '#kernel/database/sql-runner'
import type { Scope } from '#kernel/tenancy/scope'
import { type MemberAddress, memberAddressSql } from './mails.sql.ts'

/** Finds how a mail addresses a contact; for an organization without an address, that of its primary contact. */
export const findMemberAddress = async (
  { db }: Pick<Scope, 'db'>,
  tx: SqlRunner,
  contactId: number,
): Promise<MemberAddress | undefined> => (await tx.rows<MemberAddress>(memberAddressSql(db.tenantId, contactId)))[0]
