import type { IntLookupChoice } from '#contract/shared'
import { presentChoices } from '#kernel/http/lookup-choices'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { type ValueList, valueLists } from './value-lists.model.ts'

/** A row of a value list that is stored in a table. */
interface LookupRow {
  id: number
  name: string
  extra: string | null
  color: string | null
}

/** The value lists that are stored in tables, in display order. */
const lookupSql = {
  roles: Prisma.sql`SELECT id, name, NULL AS extra, NULL AS color FROM contact_role_type
    WHERE tenant_id = current_tenant() ORDER BY display_order, lower(name), id`,
  tags: Prisma.sql`SELECT id, name, NULL AS extra, css_color AS color FROM tag
    WHERE tenant_id = current_tenant() ORDER BY name_key, id`,
  groups: Prisma.sql`SELECT id, name, NULL AS extra, NULL AS color FROM contact_group
    WHERE tenant_id = current_tenant() AND deleted_at IS NULL ORDER BY lower(name), id`,
  countries: Prisma.sql`SELECT id, name, alpha2::text AS extra, NULL AS color FROM country ORDER BY name, id`,
} as const satisfies Record<string, Sql>

type LookupTable = keyof typeof lookupSql

export type LookupList = ValueList | LookupTable

/** Reads the choices of a list, in display order. */
export const readLookup = async (scope: Scope, list: LookupList): Promise<IntLookupChoice[]> => {
  const rows = isTable(list) ? await scope.db.rows<LookupRow>(lookupSql[list]) : fixedRows(list)
  return presentChoices(rows)
}

/** Returns the names of the statuses in a sum of bits of MembershipStatusTypeId. */
export const listStatusNames = (bits: number): string[] =>
  Object.entries(valueLists.statuses).flatMap(([bit, name]) => ((bits & Number(bit)) === 0 ? [] : [name]))

const isTable = (list: LookupList): list is LookupTable => list in lookupSql

const fixedRows = (list: ValueList): LookupRow[] =>
  Object.entries(valueLists[list]).map(([id, name]) => ({ id: Number(id), name, extra: null, color: null }))
