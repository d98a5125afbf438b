import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/** Expressions for the term of a type in which sponsors are counted. */
interface CountedTerm {
  tenantId: Sql
  typeId: Sql
  /** The first day, not null. */
  from: Sql
  /** The last day; null for no end. */
  through: Sql
  /** The sponsor that is not counted. */
  exceptId: Sql
}

/**
 * Returns the most approved sponsors of a type that a term has on one day: sums up what begins and ends, in the order of the
 * days. Sponsors of deleted contacts do not count.
 */
export const maxSponsorsSql = ({ tenantId, typeId, from, through, exceptId }: CountedTerm): Sql => Prisma.sql`(
  SELECT coalesce(max(running.count), 0)::integer FROM (
    SELECT sum(turn.change) OVER (ORDER BY turn.day, turn.change ROWS UNBOUNDED PRECEDING) AS count
    FROM sponsor o JOIN contact oc ON oc.tenant_id = o.tenant_id AND oc.id = o.contact_id
      CROSS JOIN LATERAL (VALUES (greatest(o.starts_on, ${from}), 1), (o.ends_on + 1, -1)) AS turn (day, change)
    WHERE o.tenant_id = ${tenantId} AND o.type_id = ${typeId} AND o.status_id = 2 AND o.deleted_at IS NULL
      AND oc.deleted_at IS NULL AND o.id <> ${exceptId} AND o.starts_on <= coalesce(${through}, 'infinity'::date)
      AND (o.ends_on IS NULL OR o.ends_on >= ${from}) AND turn.day IS NOT NULL) running)`

interface CountValues {
  tenantId: number
  typeId: number
  from: string
  through: string | null
  exceptId: number
}

/** Counts by maxSponsorsSql: `count`. */
export const countMaxSponsorsSql = (v: CountValues): Sql =>
  Prisma.sql`SELECT ${maxSponsorsSql({
    tenantId: Prisma.sql`${v.tenantId}::integer`,
    typeId: Prisma.sql`${v.typeId}::integer`,
    from: Prisma.sql`${v.from}::date`,
    through: Prisma.sql`${v.through}::date`,
    exceptId: Prisma.sql`${v.exceptId}::integer`,
  })} AS count`

/** Locks approved sponsors whose last day is before today, in the order of their ids: `id`. */
export const lockOverSql = (tenantId: number, today: string, limit: number): Sql => Prisma.sql`
  SELECT id FROM sponsor WHERE tenant_id = ${tenantId}::integer AND status_id = 2 AND deleted_at IS NULL
    AND ends_on < ${today}::date
  ORDER BY ends_on, id LIMIT ${limit}::integer FOR NO KEY UPDATE`
