import type { SqlRunner } from '#kernel/database/sql-runner'
import { addressKeyOf, isMailAddress } from '#kernel/text/mail-address'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { builtInTemplate } from './built-in/built-in-templates.ts'
import { BAD_ADDRESS } from './queue-mail.ts'
import { suppressionSql } from './suppression-sql.ts'

const suppressed = (reason: string): string => `Mail to the address is suppressed: ${reason}.`

/**
 * Reads the reasons, in words and by key, for which mails queued in the same transaction are not sent; others have
 * none.
 */
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

/** The recipient of a possible mail. */
interface Recipient {
  tenantId: number
  address: string
  contactId: number
}

/** Returns the reasons, by template, for which mails would not be sent if they were queued now; others have none. */
export const foreseeRefusals = async (
  db: SqlRunner,
  { templateIds, ...recipient }: Recipient & { templateIds: readonly number[] },
): Promise<Map<number, string>> => {
  if (!isMailAddress(recipient.address.trim())) return new Map(templateIds.map((id) => [id, BAD_ADDRESS]))
  const rows = await db.rows<{ id: number; reason: string | null }>(Prisma.sql`
    SELECT t.id, ${reasonSql(recipient, Prisma.sql`t.category`)} AS reason FROM mail_template t
    WHERE t.tenant_id = ${recipient.tenantId}::int AND t.id = ANY (${[...templateIds]}::int[])`)
  return new Map(rows.flatMap(({ id, reason }) => (reason === null ? [] : [[id, suppressed(reason)] as const])))
}

/** Returns the reason for which a built-in mail would be suppressed if it were queued now; null if there is none. */
export const foreseeSuppression = async (
  db: SqlRunner,
  { templateKey, ...recipient }: Recipient & { templateKey: string },
): Promise<string | null> => {
  const usual = builtInTemplate(templateKey)?.category ?? null
  const [row] = await db.rows<{ reason: string | null }>(Prisma.sql`
    SELECT ${reasonSql(recipient, Prisma.sql`c.category`)} AS reason FROM (
      SELECT CASE WHEN t.id IS NULL THEN ${usual}::text ELSE t.category END AS category FROM (SELECT) one
      LEFT JOIN mail_template t ON t.tenant_id = ${recipient.tenantId}::int AND t.key = ${templateKey}::text) c`)
  return row?.reason ?? null
}

const reasonSql = ({ tenantId, address, contactId }: Recipient, category: Sql): Sql =>
  suppressionSql({
    tenantId: Prisma.sql`${tenantId}::int`,
    addressKey: Prisma.sql`${addressKeyOf(address)}::text`,
    contactId: Prisma.sql`${contactId}::int`,
    category,
  })
