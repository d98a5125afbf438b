import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/** A row of a value list that is stored in a table. */
export interface LookupRow {
  id: number
  name: string
  extra: string | null
  color: string | null
}

/** The value lists that are stored in tables, in display order. */
export const lookupSql = {
  roles: Prisma.sql`SELECT id, name, NULL AS extra, NULL AS color FROM contact_role_type
    WHERE tenant_id = current_tenant() ORDER BY display_order, lower(name), id`,
  tags: Prisma.sql`SELECT id, name, NULL AS extra, css_color AS color FROM tag
    WHERE tenant_id = current_tenant() ORDER BY name_key, id`,
  groups: Prisma.sql`SELECT id, name, NULL AS extra, NULL AS color FROM contact_group
    WHERE tenant_id = current_tenant() AND deleted_at IS NULL ORDER BY lower(name), id`,
  countries: Prisma.sql`SELECT id, name, alpha2::text AS extra, NULL AS color FROM country ORDER BY name, id`,
} as const satisfies Record<string, Sql>

export type LookupTable = keyof typeof lookupSql
