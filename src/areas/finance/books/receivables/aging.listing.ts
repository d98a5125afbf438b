import { listJson } from '#kernel/database/json-sql'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/** The age of an open invoice, by the days since its due date. */
export type Bucket = 'Current' | 'Days1To30' | 'Days31To60' | 'Days61To90' | 'Over90'

/** The buckets with the first and last number of days overdue; null has no limit. */
export const BUCKETS: readonly { name: Bucket; from: number | null; to: number | null }[] = [
  { name: 'Current', from: null, to: 0 },
  { name: 'Days1To30', from: 1, to: 30 },
  { name: 'Days31To60', from: 31, to: 60 },
  { name: 'Days61To90', from: 61, to: 90 },
  { name: 'Over90', from: 91, to: null },
]

/**
 * Selects the open amounts of invoices by due date, as rows (due_on, balance): of each part that is open, or of an
 * invoice without parts.
 *
 * @param where a condition over the invoice `o`.
 */
export const openAmountsSql = (where: Sql): Sql => Prisma.sql`(
  SELECT o.due_on, o.balance FROM invoice o WHERE ${where} AND o.status = 'Open' AND o.part_count = 0
  UNION ALL SELECT p.due_on, p.open_amount FROM invoice o
    JOIN invoice_part p ON p.tenant_id = o.tenant_id AND p.invoice_id = o.id
  WHERE ${where} AND o.status = 'Open' AND o.part_count > 0)`

/** Returns the days that have passed since a due date. @param today a day, as an expression. */
export const daysSinceSql = (dueOn: Sql, today: Sql): Sql => Prisma.sql`(${today}::date - ${dueOn})`

/** Returns the name of the bucket of a due date. */
export const bucketSql = (dueOn: Sql, today: Sql): Sql => {
  const cases = BUCKETS.filter(({ to }) => to !== null).map(
    ({ name, to }) =>
      Prisma.sql`WHEN ${daysSinceSql(dueOn, today)} <= ${Prisma.raw(String(to))} THEN ${Prisma.raw(`'${name}'`)}`,
  )
  return Prisma.sql`CASE ${Prisma.join(cases, ' ')} ELSE 'Over90' END`
}

/** Returns the sums of an amount by bucket, as columns with the names of the buckets. */
export const bucketSumsSql = (amount: Sql, dueOn: Sql, today: Sql): Sql =>
  Prisma.join(
    BUCKETS.map(({ name, from, to }) => {
      const days = daysSinceSql(dueOn, today)
      const parts = [
        ...(from === null ? [] : [Prisma.sql`${days} >= ${Prisma.raw(String(from))}`]),
        ...(to === null ? [] : [Prisma.sql`${days} <= ${Prisma.raw(String(to))}`]),
      ]
      return Prisma.sql`coalesce(sum(${amount}) FILTER (WHERE ${Prisma.join(parts, ' AND ')}), 0.00)
        AS ${Prisma.raw(`"${name}"`)}`
    }),
  )

/** Returns the open parts of the invoice of row `doc` with their buckets, as JSON. */
export const openPartsJson = (today: Sql): Sql =>
  listJson(Prisma.sql`
  SELECT p.position AS "PartNumber", p.due_on AS "DueDate", p.open_amount AS "OpenAmount",
    ${bucketSql(Prisma.sql`p.due_on`, today)} AS "Bucket"
  FROM invoice_part p WHERE p.tenant_id = doc.tenant_id AND p.invoice_id = doc.id AND p.open_amount > 0
  ORDER BY p.position`)
