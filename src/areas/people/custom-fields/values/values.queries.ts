import { listJson } from '#kernel/database/json-sql'
import { addFields, type Listing } from '#kernel/listing/listing'
import type { ListInput } from '#kernel/listing/request'
import type { TenantDb } from '#kernel/tenancy/tenant-db'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { isCarriedSql } from './carried.ts'
import { OBJECT_TYPE } from './field.model.ts'
import { readFieldSet } from './fields.queries.ts'
import { customListFields, PREFIX } from './values.listing.ts'
import { valueLabelSql, valueTextSql } from './values.sql.ts'

const ALL = Prisma.sql`true`

/**
 * The custom fields of a record with its values (RecordCustomField in the contract), those without a value too, in the
 * order in which people see them; archived and deleted fields are left out.
 *
 * @param tenant, object the record's tenant and id, as expressions: `c.tenant_id`, `c.id`.
 * @param objectTypes whose fields: OBJECT_TYPE.
 * @param shown which of them, a condition on the field `f`; all where absent.
 */
export const customFieldsJson = (tenant: Sql, object: Sql, objectTypes: readonly number[], shown = ALL): Sql =>
  listJson(Prisma.sql`
  SELECT f.id AS "CustomFieldId", f.object_type_id::text AS "ObjectTypeId", f.name AS "Name",
    f.display_name AS "DisplayName", f.data_type_id::text AS "CustomFieldDataTypeId", f.is_required AS "IsRequired",
    ${valueTextSql(object)} AS "Value", ${valueLabelSql(object)} AS "DisplayValue"
  FROM custom_field f LEFT JOIN custom_field_group g ON g.tenant_id = f.tenant_id AND g.id = f.group_id
  WHERE f.tenant_id = ${tenant} AND ${isCarriedSql(objectTypes)}
    AND f.deleted_at IS NULL AND NOT f.is_archived AND ${shown}
  ORDER BY g.display_order, g.id, f.display_order, f.id`)

/**
 * The same for the membership of row `m`: fields kept for its type and level, and others as far as they have a value,
 * from a level that it had before.
 */
export const membershipFieldsJson: Sql = customFieldsJson(
  Prisma.sql`m.tenant_id`,
  Prisma.sql`m.id`,
  [OBJECT_TYPE.membership],
  Prisma.sql`((f.membership_type_id IS NULL OR f.membership_type_id = m.type_id)
      AND (f.membership_level_id IS NULL OR f.membership_level_id = m.level_id)
    OR EXISTS (SELECT FROM custom_field_value o
      WHERE o.tenant_id = f.tenant_id AND o.field_id = f.id AND o.object_id = m.id))`,
)

/** The same for the project of row `p`: fields of its type and of every type, and others as far as they have a value. */
export const projectFieldsJson: Sql = customFieldsJson(
  Prisma.sql`p.tenant_id`,
  Prisma.sql`p.id`,
  [OBJECT_TYPE.project],
  Prisma.sql`(f.project_type_id IS NULL OR f.project_type_id = p.type_id
    OR EXISTS (SELECT FROM custom_field_value o
      WHERE o.tenant_id = f.tenant_id AND o.field_id = f.id AND o.object_id = p.id))`,
)

/**
 * The listing with the custom fields of its records, where the request names any; one statement then, else none.
 */
export const withCustomFields = async (
  db: TenantDb,
  listing: Listing,
  { filter, orderBy }: ListInput,
  objectTypes: readonly number[],
): Promise<Listing> => {
  const isAsked = [filter, orderBy].some((sent) => sent?.text.toLowerCase().includes(PREFIX.toLowerCase()))
  if (!isAsked) return listing
  const set = await readFieldSet(db, db.tenantId, { objectTypes, objectId: 0 })
  return addFields(listing, customListFields(db.tenantId, set))
}
