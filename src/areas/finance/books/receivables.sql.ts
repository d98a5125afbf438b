import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/** Takes the next number of a series: `number`. */
export const nextNumberSql = (tenantId: number, series: string): Sql => Prisma.sql`
  INSERT INTO number_series AS s (tenant_id, name, next) VALUES (${tenantId}::int, ${series}::text, 2)
  ON CONFLICT (tenant_id, name) DO UPDATE SET next = s.next + 1 RETURNING s.next - 1 AS number`
