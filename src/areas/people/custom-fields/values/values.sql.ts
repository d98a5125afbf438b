import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/** The text form of the value of field `f` for the record `object`, as readValue takes it; null without one. */
export const valueTextSql = (object: Sql): Sql => Prisma.sql`(SELECT CASE
    WHEN f.data_type_id = 14 THEN json_agg(v.ref_id ORDER BY v.ordinal)::text
    ELSE min(CASE
      WHEN f.data_type_id IN (2, 3, 15) THEN trim_scale(v.number_value)::text
      WHEN f.data_type_id = 4 THEN v.number_value::numeric(16, 2)::text
      WHEN f.data_type_id = 6 THEN to_char(v.date_value, 'YYYY-MM-DD')
      WHEN f.data_type_id = 7 THEN (v.number_value = 1)::text
      WHEN f.data_type_id IN (9, 10, 12, 13) THEN v.ref_id::text
      ELSE v.text_value END) END
  FROM custom_field_value v WHERE v.tenant_id = f.tenant_id AND v.field_id = f.id AND v.object_id = ${object}
  HAVING count(*) > 0)`

/** The same in words, for people: labels of choices, names of countries and contacts. */
export const valueLabelSql = (object: Sql): Sql => Prisma.sql`(SELECT string_agg(CASE
    WHEN f.data_type_id IN (2, 3, 15) THEN trim_scale(v.number_value)::text
    WHEN f.data_type_id = 4 THEN v.number_value::numeric(16, 2)::text
    WHEN f.data_type_id = 6 THEN to_char(v.date_value, 'YYYY-MM-DD')
    WHEN f.data_type_id = 7 THEN CASE v.number_value WHEN 1 THEN 'Yes' ELSE 'No' END
    WHEN f.data_type_id = 9 OR (f.data_type_id IN (13, 14) AND f.external_data_source = 'countries')
      THEN (SELECT y.name FROM country y WHERE y.id = v.ref_id)
    WHEN f.data_type_id = 12 THEN (SELECT o.display_name FROM contact o
      WHERE o.tenant_id = v.tenant_id AND o.id = v.ref_id AND o.deleted_at IS NULL)
    WHEN f.data_type_id IN (13, 14) AND f.external_data_source IS NULL THEN (SELECT k.name FROM custom_field_choice k
      WHERE k.tenant_id = v.tenant_id AND k.field_id = v.field_id AND k.id = v.ref_id)
    WHEN f.data_type_id IN (13, 14) AND f.external_data_source = 'groups' THEN (SELECT g.name FROM contact_group g
      WHERE g.tenant_id = v.tenant_id AND g.id = v.ref_id)
    WHEN f.data_type_id IN (13, 14) AND f.external_data_source = 'chapters' THEN (SELECT o.display_name FROM chapter h
      JOIN contact o ON o.tenant_id = h.tenant_id AND o.id = h.organization_id
      WHERE h.tenant_id = v.tenant_id AND h.id = v.ref_id)
    WHEN f.data_type_id IN (13, 14) AND f.external_data_source = 'membershiptypes' THEN
      (SELECT m.name FROM membership_type m WHERE m.tenant_id = v.tenant_id AND m.id = v.ref_id)
    ELSE coalesce(v.text_value, v.ref_id::text) END, '; ' ORDER BY v.ordinal)
  FROM custom_field_value v WHERE v.tenant_id = f.tenant_id AND v.field_id = f.id AND v.object_id = ${object})`
