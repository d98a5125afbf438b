import { Prisma } from '#prisma/client'
import type { SqlRunner } from '../database/sql-runner.ts'
import { addressKeyOf, isMailAddress } from './address.ts'
import { BAD_ADDRESS } from './queue-mail.ts'
import { suppressionSql } from './suppression-sql.ts'

const suppressed = (reason: string): string => `Mail to the address is suppressed: ${reason}.`

/** The reasons, in words and by key, for which mails queued in the same transaction are not sent; others have none. */
export const readRefusals = async (
  tx: SqlRunner,
  tenantId: number,
  keys: readonly string[],
): Promise<Map<string, string>> => {
  const rows = await tx.rows<{ key: string; status: string; reason: string }>(Prisma.sql`
    SELECT key, status, reason FROM mail_message WHERE tenant_id = ${tenantId}::int AND key = ANY (${[...keys]}::text[])
      AND status IN ('suppressed', 'failed') AND reason IS NOT NULL`)
  return new Map(rows.map(({ key, status, reason }) => [key, status === 'suppressed' ? suppressed(reason) : reason]))
}

/** The recipient of a possible mail, and the tenant's templates for it. */
interface Asked {
  tenantId: number
  address: string
  contactId: number
  templateIds: readonly number[]
}

/** The reasons, by template, for which mails would not be sent if they were queued now; others have none. */
export const foreseeRefusals = async (
  db: SqlRunner,
  { tenantId, address, contactId, templateIds }: Asked,
): Promise<Map<number, string>> => {
  if (!isMailAddress(address.trim())) return new Map(templateIds.map((id) => [id, BAD_ADDRESS]))
  const reason = suppressionSql({
    tenantId: Prisma.sql`${tenantId}::int`,
    addressKey: Prisma.sql`${addressKeyOf(address)}::text`,
    contactId: Prisma.sql`${contactId}::int`,
    category: Prisma.sql`t.category`,
  })
  const rows = await db.rows<{ id: number; reason: string | null }>(Prisma.sql`
    SELECT t.id, ${reason} AS reason FROM mail_template t
    WHERE t.tenant_id = ${tenantId}::int AND t.id = ANY (${[...templateIds]}::int[])`)
  return new Map(rows.flatMap(({ id, reason }) => (reason === null ? [] : [[id, suppressed(reason)] as const])))
}
