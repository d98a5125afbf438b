import { conflict } from '#kernel/errors/problem'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { CustomFieldChoice } from '#prisma/client'
import { choicesInUse } from '../value-uses.queries.ts'
import type { ChoiceData } from './choices.input.ts'

/**
 * Brings the choices of a field, which is held for update, to what is wanted. Whether any of them changed.
 *
 * @throws 409 choice-in-use where one that a value has is left out.
 */
export const writeChoices = async (
  tx: Transaction,
  tenantId: number,
  fieldId: number,
  stored: readonly CustomFieldChoice[],
  wanted: readonly ChoiceData[],
): Promise<boolean> => {
  const kept = new Set(wanted.map(({ id }) => id))
  await remove(
    tx,
    tenantId,
    fieldId,
    stored.filter(({ id }) => !kept.has(id)),
  )
  const changed = wanted.filter((choice) => {
    const old = stored.find(({ id }) => id === choice.id)
    return old && FIELDS.some((field) => old[field] !== choice[field])
  })
  if (changed.length > 0) await update(tx, tenantId, fieldId, changed)
  const added = wanted.filter(({ id }) => id === 0).map(({ id: _, ...choice }) => ({ ...choice, tenantId, fieldId }))
  if (added.length > 0) await tx.customFieldChoice.createMany({ data: added })
  return changed.length + added.length > 0 || stored.some(({ id }) => !kept.has(id))
}

const FIELDS = ['name', 'nameKey', 'displayOrder', 'isActive', 'isDefault'] as const

const remove = async (tx: Transaction, tenantId: number, fieldId: number, gone: readonly CustomFieldChoice[]) => {
  const ids = gone.map(({ id }) => id)
  const used = await choicesInUse(tx, tenantId, fieldId, ids)
  if (used.length > 0) {
    const names = gone.filter(({ id }) => used.includes(id)).map(({ name }) => `"${name}"`)
    throw conflict('choice-in-use', `Values use ${names.join(', ')}: make it inactive instead of leaving it out.`)
  }
  if (ids.length > 0) await tx.customFieldChoice.deleteMany({ where: { tenantId, fieldId, id: { in: ids } } })
}

/** In two steps, so that choices can swap their labels; no label ends in a blank. */
const update = async (tx: Transaction, tenantId: number, fieldId: number, changed: readonly ChoiceData[]) => {
  const rows = JSON.stringify(changed)
  const ids = changed.map(({ id }) => id)
  await tx.$executeRaw`UPDATE custom_field_choice SET name_key = id::text || ' '
    WHERE tenant_id = ${tenantId} AND field_id = ${fieldId} AND id = ANY (${ids}::integer[])`
  await tx.$executeRaw`UPDATE custom_field_choice k SET name = c.name, name_key = c."nameKey",
      display_order = c."displayOrder", is_active = c."isActive", is_default = c."isDefault"
    FROM json_to_recordset(${rows}::json) AS c(id integer, name text, "nameKey" text, "displayOrder" integer,
      "isActive" boolean, "isDefault" boolean)
    WHERE k.tenant_id = ${tenantId} AND k.field_id = ${fieldId} AND k.id = c.id`
}
