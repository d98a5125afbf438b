import {
  type Field,
  type FieldSet,
  getAskableFields,
  NO_FIELDS,
} from '#areas/people/custom-fields/responses/responses.queries'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Asked, Parts } from '../parts/parts.queries.ts'

/** A question of a form with its custom field. */
export interface Question {
  appliesTo: Asked
  field: Field
  /** Whether the event or the field requires a value. */
  isRequired: boolean
  /** The types whose attendees are asked; none: all. */
  typeIds: readonly number[]
}

/** The questions of a form in their order. */
export interface Questions {
  asked: readonly Question[]
  /** The data that values are validated against. */
  set: FieldSet
}

/** Finds the custom fields that an event asks for: one statement, none without questions. Archived fields are left out. */
export const findQuestions = async (
  tx: Transaction,
  { tenantId, parts }: { tenantId: number; parts: Parts },
): Promise<Questions> => {
  if (parts.questions.length === 0) return { asked: [], set: NO_FIELDS }
  const set = await getAskableFields(tx, tenantId)
  const fields = new Map(set.fields.map((field) => [field.id, field]))
  const inOrder = [...parts.questions].sort((one, other) => one.position - other.position)
  const asked = inOrder.flatMap(({ fieldId, appliesTo, isRequired, types }): Question[] => {
    const field = fields.get(fieldId)
    if (!field) return []
    const typeIds = types.map(({ typeId }) => typeId)
    return [{ field, appliesTo: appliesTo as Asked, isRequired: isRequired || field.isRequired, typeIds }]
  })
  return { asked, set }
}

/** Returns the questions that one of the people of a form is asked. @param typeId of an attendee: its type. */
export const selectQuestions = ({ asked }: Questions, who: Asked, typeId?: number): Question[] =>
  asked.filter(
    ({ appliesTo, typeIds }) =>
      appliesTo === who && (typeId === undefined || typeIds.length === 0 || typeIds.includes(typeId)),
  )
