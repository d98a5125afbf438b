import type { RegistrationField } from '#contract/events/public-registration'
import { type Html, html } from '#services/pages/html'
import { choiceGroup, type FieldState, field, select, textArea } from '../fields.presenter.ts'
import { fieldOfQuestion } from '../page-fields.model.ts'

/** The fields of questions, each by the kind of its values. @param owner the pointer of the person that is asked. */
export const questionFields = (
  state: FieldState,
  questions: readonly RegistrationField[],
  owner: string,
): Html | undefined =>
  questions.length === 0 ? undefined : html`${questions.map((question) => questionField(state, question, owner))}`

const questionField = (state: FieldState, question: RegistrationField, owner: string): Html => {
  const { FieldId, Label, Name, IsRequired, DataType, MaxLength, Choices } = question
  const own = {
    name: fieldOfQuestion(owner, FieldId),
    label: Label ?? Name ?? '',
    isRequired: IsRequired,
    ...(MaxLength !== null && { maxLength: MaxLength }),
  }
  const choices = (Choices ?? []).map((value) => ({ value, label: value }))
  const group = { name: own.name, legend: IsRequired ? own.label : `${own.label} (optional)` }
  switch (DataType) {
    case 'LongText':
      return textArea(state, own)
    case 'Integer':
    case 'Number':
    case 'Money':
      return field(state, { ...own, type: 'number', isShort: true })
    case 'Date':
      return field(state, { ...own, type: 'date', isShort: true })
    case 'Link':
      return field(state, { ...own, type: 'url' })
    case 'YesNo':
      return choiceGroup(state, { ...group, type: 'radio', choices: YES_NO })
    case 'Scale':
      return choiceGroup(state, { ...group, type: 'radio', choices })
    case 'MultiSelect':
      return choiceGroup(state, { ...group, type: 'checkbox', choices })
    case 'Select':
      return select(state, own, choices)
    default:
      return field(state, own)
  }
}

const YES_NO = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
]
