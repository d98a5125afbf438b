import type pg from 'pg'
import { makeChoiceKey } from '#areas/people/custom-fields/values/stored-values.model'

/** The custom fields of the demo. */
export interface DemoFields {
  shirtSize: number
  /** Its choices, with the sort keys of their values. */
  sizes: { id: number; sortKey: string }[]
  budget: number
  knownSince: number
}

const SIZES = ['Small', 'Medium', 'Large', 'Extra large']

/** Returns the custom fields of the demo. Creates those that the tenant does not have yet. */
export const ensureCustomFields = async (client: pg.Client, tenantId: number): Promise<DemoFields> => {
  const field = (name: string, label: string, objectType: number, dataType: number) =>
    ensureField(client, tenantId, [name, label, objectType, dataType])
  const shirtSize = await field('ShirtSize', 'Shirt size', 2, 13)
  await client.query(
    `INSERT INTO custom_field_choice (tenant_id, field_id, name, name_key, display_order)
     SELECT $1, $2, label, lower(label), n FROM unnest($3::text[]) WITH ORDINALITY w(label, n) ON CONFLICT DO NOTHING`,
    [tenantId, shirtSize, SIZES],
  )
  const { rows } = await client.query<{ id: number; displayOrder: number }>(
    'SELECT id, display_order AS "displayOrder" FROM custom_field_choice WHERE tenant_id = $1 AND field_id = $2 ORDER BY display_order, id',
    [tenantId, shirtSize],
  )
  return {
    shirtSize,
    sizes: rows.map((row) => ({ id: row.id, sortKey: makeChoiceKey(row) })),
    budget: await field('TrainingBudget', 'Training budget', 3, 4),
    knownSince: await field('KnownSince', 'Known since', 1, 6),
  }
}

const ensureField = async (
  client: pg.Client,
  tenantId: number,
  [name, label, objectType, dataType]: [string, string, number, number],
): Promise<number> => {
  const find = () =>
    client.query<{ id: number }>(
      `SELECT id FROM custom_field WHERE tenant_id = $1 AND object_type_id = $2 AND name_key = lower($3)
         AND data_type_id = $4 AND deleted_at IS NULL`,
      [tenantId, objectType, name, dataType],
    )
  await client.query(
    `INSERT INTO custom_field (tenant_id, object_type_id, name, name_key, display_name, data_type_id)
     VALUES ($1, $2, $3, lower($3), $4, $5) ON CONFLICT DO NOTHING`,
    [tenantId, objectType, name, label, dataType],
  )
  const { rows } = await find()
  if (!rows[0])
    throw new Error(`The custom field ${name} has another type. Rename or delete it, then load the demo again.`)
  return rows[0].id
}
