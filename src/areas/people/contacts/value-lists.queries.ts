import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { type ValueList, valueLists } from './value-lists.model.ts'

/** A choice of a lookup (IntLookupChoice in the contract). */
export interface Choice {
  Id: number
  Name: string | null
  ExtraData: string | null
  CssColor: string | null
  IsSelected: boolean
  IsDeleted: boolean
  Order: number
}

/** Lists kept in tables: id, name, extra and colour, in the order in which they are shown. */
const TABLES = {
  roles: Prisma.sql`SELECT id, name, NULL AS extra, NULL AS colour FROM contact_role_type
    WHERE tenant_id = current_tenant() ORDER BY display_order, lower(name), id`,
  tags: Prisma.sql`SELECT id, name, NULL AS extra, css_color AS colour FROM tag
    WHERE tenant_id = current_tenant() ORDER BY name_key, id`,
  groups: Prisma.sql`SELECT id, name, NULL AS extra, NULL AS colour FROM contact_group
    WHERE tenant_id = current_tenant() AND deleted_at IS NULL ORDER BY lower(name), id`,
  countries: Prisma.sql`SELECT id, name, alpha2::text AS extra, NULL AS colour FROM country ORDER BY name, id`,
} as const satisfies Record<string, Sql>

export type LookupList = ValueList | keyof typeof TABLES

/** The choices of a list, in order. */
export const readLookup = async (scope: Scope, list: LookupList): Promise<Choice[]> => {
  if (!isTable(list)) return Object.entries(valueLists[list]).map(([id, name], at) => choice(Number(id), name, at))
  const rows = await scope.db.rows<{ id: number; name: string; extra: string | null; colour: string | null }>(
    TABLES[list],
  )
  return rows.map(({ id, name, extra, colour }, at) => ({
    ...choice(id, name, at),
    ExtraData: extra,
    CssColor: colour,
  }))
}

/** The statuses that a sum of bits of MembershipStatusTypeId stands for, by name. */
export const statusNames = (bits: number): string[] =>
  Object.entries(valueLists.statuses).flatMap(([bit, name]) => ((bits & Number(bit)) === 0 ? [] : [name]))

const isTable = (list: LookupList): list is keyof typeof TABLES => list in TABLES

const choice = (id: number, name: string, at: number): Choice => ({
  Id: id,
  Name: name,
  ExtraData: null,
  CssColor: null,
  IsSelected: false,
  IsDeleted: false,
  Order: at + 1,
})
