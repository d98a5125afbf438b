import type { EventQuestionInput } from '#contract/events/events'
import type { FieldFault } from '#kernel/errors/problem'
import type { EventQuestion } from '#prisma/client'
import type { PartList } from './part-list.input.ts'

const parse = (input: EventQuestionInput, current: EventQuestion | null, at: string, faults: FieldFault[]) => {
  const fieldId = input.CustomFieldId ?? current?.fieldId ?? 0
  if (fieldId === 0) faults.push({ pointer: `${at}/CustomFieldId`, message: 'is required' })
  const appliesTo = input.AppliesTo ?? current?.appliesTo ?? 'Attendee'
  const typeIds = input.RegistrationTypeIds === undefined ? undefined : [...new Set(input.RegistrationTypeIds ?? [])]
  if (appliesTo !== 'Attendee' && typeIds && typeIds.length > 0)
    faults.push({ pointer: `${at}/RegistrationTypeIds`, message: 'must be empty unless AppliesTo is Attendee' })
  return {
    fieldId,
    appliesTo,
    askedKey: fieldId === 0 ? '' : `${appliesTo}:${fieldId}`,
    isRequired: input.IsRequired ?? current?.isRequired ?? false,
    /** Undefined: unchanged. */
    typeIds: appliesTo === 'Attendee' ? typeIds : [],
  }
}

export type QuestionData = ReturnType<typeof parse>

export const QUESTIONS: PartList<EventQuestionInput, EventQuestion, QuestionData> = {
  list: 'Questions',
  idField: 'QuestionId',
  noun: 'question',
  idOf: ({ QuestionId }) => QuestionId,
  parse,
  keyField: 'CustomFieldId',
  keyOf: ({ askedKey }) => askedKey,
}
