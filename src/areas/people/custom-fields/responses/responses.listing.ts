import { listJson } from '#kernel/database/json-sql'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { isAskedSql } from '../values/fields.sql.ts'
import { valueLabelOfSql, valueLabelSql, valueTextOfSql } from '../values/values.sql.ts'

export { isAskedSql, valueLabelSql }

/**
 * Returns the values of a payer, a sponsor or an exhibitor as JSON (RecordCustomField in the contract), in the display
 * order of the fields. Values of archived fields are left out.
 *
 * @param tenant the tenant, as an expression: `o.tenant_id`. @param owner a condition on the response `v`:
 * `v.sponsor_id = s.id`; for a payer `v.order_id = o.id AND v.sponsor_id IS NULL AND v.exhibitor_id IS NULL`.
 */
export const responsesSql = (tenant: Sql, owner: Sql): Sql => {
  const rows = Prisma.sql`FROM custom_field_response v WHERE v.tenant_id = f.tenant_id AND v.field_id = f.id AND ${owner}`
  return listJson(Prisma.sql`
  SELECT f.id AS "CustomFieldId", f.object_type_id::text AS "ObjectTypeId", f.name AS "Name",
    f.display_name AS "DisplayName", f.data_type_id::text AS "CustomFieldDataTypeId", f.is_required AS "IsRequired",
    ${valueTextOfSql(rows)} AS "Value", ${valueLabelOfSql(rows)} AS "DisplayValue"
  FROM custom_field f LEFT JOIN custom_field_group fg ON fg.tenant_id = f.tenant_id AND fg.id = f.group_id
  WHERE f.tenant_id = ${tenant} AND f.deleted_at IS NULL AND NOT f.is_archived AND EXISTS (SELECT ${rows})
  ORDER BY fg.display_order, fg.id, f.display_order, f.id`)
}
