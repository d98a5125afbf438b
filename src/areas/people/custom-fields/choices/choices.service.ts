import { conflict } from '#kernel/errors/problem'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { CustomFieldChoice } from '#prisma/client'
import { findUsedChoices } from '../values/values.queries.ts'
import type { ChoiceData } from './choices.input.ts'
import { releaseNamesSql, updateChoicesSql } from './choices.sql.ts'

/**
 * Saves the full list of choices of a field. Lock the field first.
 *
 * @throws 409 choice-in-use if the list leaves out a choice that is the value of a record.
 */
export const saveChoices = async (
  tx: Transaction,
  tenantId: number,
  fieldId: number,
  stored: readonly CustomFieldChoice[],
  choices: readonly ChoiceData[],
): Promise<void> => {
  const kept = new Set(choices.map(({ id }) => id))
  const removed = stored.filter(({ id }) => !kept.has(id))
  await removeChoices(tx, tenantId, fieldId, removed)
  const changed = choices.filter((choice) => {
    const old = stored.find(({ id }) => id === choice.id)
    return old && FIELDS.some((field) => old[field] !== choice[field])
  })
  if (changed.length > 0) await updateChoices(tx, tenantId, fieldId, changed)
  const added = choices.filter(({ id }) => id === 0).map(({ id: _, ...choice }) => ({ ...choice, tenantId, fieldId }))
  if (added.length > 0) await tx.customFieldChoice.createMany({ data: added })
}

const FIELDS = ['name', 'nameKey', 'displayOrder', 'isActive', 'isDefault'] as const

const removeChoices = async (
  tx: Transaction,
  tenantId: number,
  fieldId: number,
  removed: readonly CustomFieldChoice[],
): Promise<void> => {
  const ids = removed.map(({ id }) => id)
  const used = await findUsedChoices(tx, tenantId, fieldId, ids)
  if (used.length > 0) {
    const names = removed.filter(({ id }) => used.includes(id)).map(({ name }) => `"${name}"`)
    throw conflict('choice-in-use', `Records have ${names.join(', ')} as their value. Make it inactive instead.`)
  }
  if (ids.length > 0) await tx.customFieldChoice.deleteMany({ where: { tenantId, fieldId, id: { in: ids } } })
}

const updateChoices = async (
  tx: Transaction,
  tenantId: number,
  fieldId: number,
  changed: readonly ChoiceData[],
): Promise<void> => {
  const ids = changed.map(({ id }) => id)
  await tx.rows(releaseNamesSql(tenantId, fieldId, ids))
  await tx.rows(updateChoicesSql(tenantId, fieldId, changed))
}
