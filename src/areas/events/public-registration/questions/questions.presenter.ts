import { type Question, type Questions, selectQuestions } from '#areas/events/events/questions/questions.queries'
import { describeFormField } from '#areas/people/custom-fields/responses/responses.queries'
import type { RegistrationField } from '#contract/events/public-registration'

/** Presents a question as a form shows it. @param descriptions the explanations by the ids of the fields. */
export const presentQuestion = (
  { field, appliesTo, isRequired, typeIds }: Question,
  questions: Questions,
  descriptions: ReadonlyMap<number, string | null>,
): RegistrationField => {
  const siblings = selectQuestions(questions, appliesTo).map((one) => one.field)
  const { dataType, maxLength, choices, shownFor } = describeFormField(field, siblings)
  return {
    FieldId: field.id,
    Name: field.name,
    Label: field.displayName,
    Description: descriptions.get(field.id) ?? null,
    DataType: dataType as RegistrationField['DataType'],
    IsRequired: isRequired,
    AppliesTo: appliesTo,
    RegistrationTypeIds: [...typeIds],
    MaxLength: maxLength,
    Choices: choices,
    ShownFor: shownFor.map(({ fieldId, value }) => ({ FieldId: fieldId, Value: value })),
  }
}
