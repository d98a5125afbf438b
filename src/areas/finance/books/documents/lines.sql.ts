import { type Fill, shape } from '#kernel/database/shape'
import { Prisma } from '#prisma/client'

export interface LinesValues {
  tenantId: number
  documentId: number
  /** As JSON, in order. */
  lines: string
}

/** Adds the lines of a document. An account is named by its id or its system role. */
const addLines = (document: 'invoice' | 'credit'): Fill<LinesValues> =>
  shape<LinesValues>(
    ({ tenantId, documentId, lines }) => Prisma.sql`
    INSERT INTO ${Prisma.raw(`${document}_line`)} (tenant_id, ${Prisma.raw(`${document}_id`)}, position, fee_item_id,
      description, quantity, unit_price, amount, discount_id, discount, discount_account_id, tax_set_id, tax, account_id,
      class_id, service_on)
    SELECT ${tenantId}::int, ${documentId}::int, l.position, l.fee_item_id, l.description, l.quantity,
      l.unit_cents::numeric / 100, l.amount::numeric / 100, l.discount_id, l.discount::numeric / 100,
      coalesce(l.discount_account_id, d.id), l.tax_set_id, l.tax::numeric / 100, coalesce(l.account_id, a.id), l.class_id,
      l.service_on
    FROM jsonb_to_recordset(${lines}::jsonb) AS l(position smallint, fee_item_id int, description text,
      quantity numeric(12, 4), unit_cents bigint, amount bigint, discount_id int, discount bigint,
      discount_account_id int, discount_role text, tax_set_id int, tax bigint, account_id int, role text, class_id int,
      service_on date)
    LEFT JOIN account a ON a.tenant_id = ${tenantId}::int AND a.system_role = l.role
    LEFT JOIN account d ON d.tenant_id = ${tenantId}::int AND d.system_role = l.discount_role
    ORDER BY l.position`,
  )

/** Adds the taxes of lines that were added before. */
const addTaxes = (document: 'invoice' | 'credit'): Fill<LinesValues> =>
  shape<LinesValues>(
    ({ tenantId, documentId, lines }) => Prisma.sql`
    INSERT INTO ${Prisma.raw(`${document}_line_tax`)} (tenant_id, line_id, position, name, percent, amount)
    SELECT l.tenant_id, l.id, t.position, t.name, t.percent, t.cents::numeric / 100
    FROM jsonb_to_recordset(${lines}::jsonb) AS t(line smallint, position smallint, name text, percent numeric(7, 4),
      cents bigint)
    JOIN ${Prisma.raw(`${document}_line`)} l ON l.tenant_id = ${tenantId}::int
      AND l.${Prisma.raw(`${document}_id`)} = ${documentId}::int AND l.position = t.line
    ORDER BY t.line, t.position`,
  )

export const addLinesSql = { invoice: addLines('invoice'), credit: addLines('credit') }
export const addTaxesSql = { invoice: addTaxes('invoice'), credit: addTaxes('credit') }
