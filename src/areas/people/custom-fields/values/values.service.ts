import type { RecordCustomFieldInput } from '#contract/people/contacts'
import type { SqlRunner } from '#kernel/database/sql-runner'
import { InputFaults } from '#kernel/errors/input-faults'
import { findWinners } from '#kernel/records/merged-contacts'
import { register } from '#kernel/registers/register'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { CustomField } from '#prisma/client'
import { uploaderOf } from '#services/files/file-owner'
import { carrierOf, DATA_TYPE, OBJECT_TYPE } from '../custom-fields.model.ts'
import { type FieldSet, type FieldSetRequest, getFieldSet } from './fields.queries.ts'
import { parseId, type Reference } from './stored-values.model.ts'
import {
  type DeletedValues,
  deleteFieldResponsesSql,
  deleteFieldValuesSql,
  deleteValuesSql,
  mergeValuesSql,
  type RecordPlan,
  writeValuesSql,
} from './value-changes.sql.ts'
import {
  findField,
  planValues,
  refuseMissing,
  type ValueChange,
  type ValueFaults,
  type ValueInput,
  type ValuePlan,
} from './value-plan.model.ts'
import { findMissingReferences } from './values.queries.ts'

export type { ValueChange, ValueFaults, ValueInput, ValuePlan }
export { planValues, refuseMissing }

/** Called after values of contacts are deleted with their field. There can be any number of them: it may only request work for after the commit. */
export type DeletedValuesFollower = (
  of: { db: Pick<Scope['db'], 'tenantId'> },
  tx: Transaction,
  contactIds: readonly number[],
) => Promise<void>

export const deletedValuesFollowers = register<DeletedValuesFollower>('followers of deleted values')

/** A plan that changes nothing. */
export const NO_VALUES: ValuePlan = { changed: [], changes: {}, references: [], missing: [] }

/** Parses the `CustomFields` of a body. */
export const parseCustomFields = (items: readonly RecordCustomFieldInput[] | undefined): ValueInput[] =>
  (items ?? []).map((item, index) => ({
    pointer: `/CustomFields/${index}`,
    fieldId: item.CustomFieldId || undefined,
    name: item.Name?.trim() || undefined,
    text: item.Value,
  }))

/**
 * Plans the values that a save sends for one record. Reports every fault to `faults` by its pointer. Runs two
 * statements at most.
 */
export const loadValuePlan = async (
  scope: Pick<Scope, 'db' | 'actor' | 'grants' | 'chapters'>,
  runner: SqlRunner,
  request: FieldSetRequest,
  inputs: readonly ValueInput[],
  faults: ValueFaults,
): Promise<ValuePlan> => {
  const { tenantId } = scope.db
  const set = await getFieldSet(runner, tenantId, request)
  const plan = planValues(set, await followMerges(runner, tenantId, set, inputs), faults)
  for (const { pointer, kind } of await findMissingReferences(runner, tenantId, plan.references, uploaderOf(scope)))
    faults.unknownReference(pointer, missingReference(kind))
  return plan
}

/** Describes a reference to a record that cannot be the value. */
const missingReference = (kind: Reference['kind']): string =>
  kind === 'file'
    ? 'does not reference a file that you uploaded, that no record uses, and that is not too large'
    : 'does not reference an existing record'

/** Replaces values that are ids of merged contacts by the ids of their winners: one statement, none without such values. */
const followMerges = async (
  runner: SqlRunner,
  tenantId: number,
  set: FieldSet,
  inputs: readonly ValueInput[],
): Promise<readonly ValueInput[]> => {
  const ids = new Map(
    inputs.flatMap((input): [ValueInput, number][] => {
      const id = findField(set.fields, input)?.dataTypeId === DATA_TYPE.contact ? parseId(input.text ?? '') : null
      return id ? [[input, id]] : []
    }),
  )
  const winners = await findWinners(runner, tenantId, [...ids.values()])
  return inputs.map((input) => {
    const winner = winners.get(ids.get(input) ?? 0)
    return winner === undefined ? input : { ...input, text: String(winner) }
  })
}

/** Writes the values of any number of records: two statements at most. */
export const saveValues = async (tx: SqlRunner, tenantId: number, plans: readonly RecordPlan[]): Promise<void> => {
  await Promise.all(writeValuesSql(tenantId, plans).map((statement) => tx.rows(statement)))
}

/** Removes all values of a record, or of several, that are deleted. */
export const deleteValues = async (
  tx: SqlRunner,
  tenantId: number,
  objectTypes: readonly number[],
  objectIds: number | readonly number[],
): Promise<void> => {
  const ids = typeof objectIds === 'number' ? [objectIds] : objectIds
  if (ids.length > 0) await tx.rows(deleteValuesSql(tenantId, objectTypes, ids))
}

/**
 * Moves the values of a contact that is merged into another one. The winner keeps its own values.
 *
 * @returns the ids of contacts whose values referenced the loser, and the number of values that were moved.
 */
export const mergeValues = async (
  tx: SqlRunner,
  tenantId: number,
  winner: number,
  loser: number,
): Promise<{ referring: number[]; moved: number }> => {
  const { drop, repoint, move } = mergeValuesSql(tenantId, winner, loser)
  const [, referring, [count]] = await Promise.all([
    tx.rows(drop),
    tx.rows<{ id: number }>(repoint),
    tx.rows<{ moved: number }>(move),
  ])
  return { referring: referring.map(({ id }) => id), moved: count?.moved ?? 0 }
}

/** Objects of one row of the statement. */
const BATCH = 1000

/**
 * Deletes all values of a field, and all responses to it. Jobs put the contacts that had one into the change feed again.
 *
 * @returns the number of values and responses.
 */
export const deleteFieldValues = async (tx: Transaction, field: CustomField): Promise<number> => {
  const { tenantId, id } = field
  const batches = await tx.rows<DeletedValues>(deleteFieldValuesSql(tenantId, id, BATCH))
  const carrier = carrierOf(field)
  if (carrier !== null && carrier <= OBJECT_TYPE.organization) {
    const contactIds = batches.flatMap(({ objects }) => objects)
    for (const follow of deletedValuesFollowers.entries()) await follow({ db: { tenantId } }, tx, contactIds)
  }
  const [gone] = await tx.rows<{ responses: number }>(deleteFieldResponsesSql(tenantId, id))
  return batches.reduce((sum, { values }) => sum + values, gone?.responses ?? 0)
}

/**
 * Plans the values that a save sends for one record, if custom fields are all that the save must check. Writes nothing.
 *
 * @throws 400 or 422 unknown-reference naming each fault, 422 required-field.
 */
export const planRecordValues = async (
  scope: Pick<Scope, 'db' | 'actor' | 'grants' | 'chapters'>,
  tx: Transaction,
  record: FieldSetRequest,
  items: readonly RecordCustomFieldInput[] | undefined,
): Promise<ValuePlan> => {
  const inputs = parseCustomFields(items)
  const faults = new InputFaults()
  const plan = await loadValuePlan(scope, tx, record, inputs, faults)
  faults.refuse()
  refuseMissing(plan, inputs)
  return plan
}
