import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import type { ChoiceData } from './choices.input.ts'

/** Gives choices temporary keys, so that they can swap their labels. No label ends in a space. */
export const releaseNamesSql = (tenantId: number, fieldId: number, ids: readonly number[]): Sql => Prisma.sql`
  UPDATE custom_field_choice SET name_key = id::text || ' '
  WHERE tenant_id = ${tenantId} AND field_id = ${fieldId} AND id = ANY (${[...ids]}::integer[])`

export const updateChoicesSql = (tenantId: number, fieldId: number, choices: readonly ChoiceData[]): Sql => Prisma.sql`
  UPDATE custom_field_choice k SET name = c.name, name_key = c."nameKey",
    display_order = c."displayOrder", is_active = c."isActive", is_default = c."isDefault"
  FROM json_to_recordset(${JSON.stringify(choices)}::json) AS c(id integer, name text, "nameKey" text,
    "displayOrder" integer, "isActive" boolean, "isDefault" boolean)
  WHERE k.tenant_id = ${tenantId} AND k.field_id = ${fieldId} AND k.id = c.id`
