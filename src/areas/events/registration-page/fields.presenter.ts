import type { RegistrationField, RegistrationType } from '#contract/events/public-registration'
import type { FormValues } from '#services/pages/form-values'
import { type Html, html } from '#services/pages/html'
import { attendeeOf, type PageFault } from './page-faults.model.ts'
import { fieldOfQuestion, idOf } from './page-fields.model.ts'

/** What the fields of a page are filled with. */
export interface FieldState {
  values: FormValues
  faults: readonly PageFault[]
}

interface Field {
  name: string
  label: string
  hint?: string | null | undefined
  autocomplete?: string
  isRequired?: boolean
  maxLength?: number
  type?: 'text' | 'email' | 'tel' | 'number' | 'date' | 'url'
  /** Narrow, for numbers. */
  isShort?: boolean
}

/** Renders a labeled field of one line, with its fault. */
export const renderField = (state: FieldState, own: Field): Html => {
  const { name, type = 'text', autocomplete, maxLength, isShort = false } = own
  const decimal = type === 'number' ? html` inputmode="decimal" step="any" min="0"` : undefined
  return html`<div>${labelOf(own)}${faultOf(state, name)}
<input id="${idOf(name)}" name="${name}" type="${type}" value="${state.values.get(name)}"${decimal}
 ${autocomplete !== undefined && html`autocomplete="${autocomplete}"`} ${maxLength !== undefined && html`maxlength="${maxLength}"`} ${isShort && html`class="short"`} ${described(state, own)}></div>`
}

export const renderTextArea = (state: FieldState, own: Field): Html =>
  html`<div>${labelOf(own)}${faultOf(state, own.name)}
<textarea id="${idOf(own.name)}" name="${own.name}" ${own.maxLength !== undefined && html`maxlength="${own.maxLength}"`} ${described(state, own)}>${state.values.get(own.name)}</textarea></div>`

interface Choice {
  value: string
  label: string
}

/** @param preset what is chosen if the visitor has chosen nothing; without one, the first choice is empty. */
export const renderSelect = (state: FieldState, own: Field, choices: readonly Choice[], preset?: string): Html => {
  const chosen = state.values.get(own.name) ?? preset ?? ''
  const all = preset === undefined ? [{ value: '', label: 'Choose' }, ...choices] : choices
  return html`<div>${labelOf(own)}${faultOf(state, own.name)}
<select id="${idOf(own.name)}" name="${own.name}" ${own.autocomplete !== undefined && html`autocomplete="${own.autocomplete}"`} ${described(state, own)}>
${all.map(({ value, label }) => html`<option value="${value}" ${value === chosen && html`selected`}>${label}</option>`)}
</select></div>`
}

const labelOf = ({ name, label, hint, isRequired = false }: Field): Html =>
  html`<label for="${idOf(name)}">${label}${!isRequired && html` <span class="soft small">(optional)</span>`}</label>
${hint ? html`<span class="hint" id="${idOf(name)}-hint">${hint}</span>` : undefined}`

const described = ({ faults }: FieldState, { name, hint, isRequired = false }: Field): Html => {
  const isWrong = faults.some((fault) => fault.field === name)
  const by = [...(hint ? [`${idOf(name)}-hint`] : []), ...(isWrong ? [`${idOf(name)}-fault`] : [])]
  return html`${isRequired && html`aria-required="true" `}${isWrong && html`aria-invalid="true" `}${by.length > 0 && html`aria-describedby="${by.join(' ')}"`}`
}

/** Renders the faults of a field, before it. */
const faultOf = ({ faults }: FieldState, name: string): Html | undefined => {
  const own = faults.filter((fault) => fault.field === name)
  return own.length === 0
    ? undefined
    : html`<span class="fault" id="${idOf(name)}-fault">${own.map(({ message }) => html`<span>${message} </span>`)}</span>`
}

interface GroupChoice extends Choice {
  detail?: Html | string | undefined
  price?: string | undefined
  isDisabled?: boolean
  className?: string
}

interface ChoiceGroup {
  name: string
  legend: string
  hint?: string | null | undefined
  type: 'radio' | 'checkbox'
  /** What is chosen if the visitor has chosen nothing. */
  preset?: string | undefined
  choices: readonly GroupChoice[]
}

/** Renders a group of choices. A link of the summary of faults leads to the first one. */
export const renderChoiceGroup = (
  state: FieldState,
  { name, legend, hint, type, preset, choices }: ChoiceGroup,
): Html => {
  const sent = state.values.list(name)
  const chosen = sent.length > 0 || preset === undefined ? sent : [preset]
  const isWrong = state.faults.some((fault) => fault.field === name)
  const first = choices.findIndex(({ isDisabled }) => !isDisabled)
  return html`<fieldset ${isWrong && html`aria-describedby="${idOf(name)}-fault"`}><legend>${legend}</legend>
${hint ? html`<span class="hint">${hint}</span>` : undefined}${faultOf(state, name)}
${choices.map(
  ({ value, label, detail, price, isDisabled = false, className }, at) => html`<label class="choice">
<input type="${type}" name="${name}" value="${value}" ${className !== undefined && html`class="${className}"`} ${at === first && html`id="${idOf(name)}"`} ${chosen.includes(value) && html`checked`} ${isDisabled && html`disabled`}>
<span><span class="name"><b>${label}</b>${price !== undefined && html` <span class="price">${price}</span>`}</span>${detail ? html`<span class="hint">${detail}</span>` : undefined}</span></label>`,
)}
</fieldset>`
}

/** Renders a single box. */
export const renderCheckBox = (
  state: FieldState,
  {
    name,
    label,
    detail,
    price,
    isDisabled = false,
    className = '',
  }: {
    name: string
    label: string
    detail?: Html | string | undefined
    price?: string | undefined
    isDisabled?: boolean
    className?: string
  },
): Html => html`<label class="choice">
<input type="checkbox" id="${idOf(name)}" name="${name}" value="1" class="${className}" ${state.values.get(name) !== undefined && html`checked`} ${isDisabled && html`disabled`}>
<span><span class="name"><b>${label}</b>${price !== undefined && html` <span class="price">${price}</span>`}</span>${detail ? html`<span class="hint">${detail}</span>` : undefined}${faultOf(state, name)}</span></label>`

/** Renders the summary of the faults, with a link to each field. It gets the focus. */
export const renderErrorSummary = (
  faults: readonly PageFault[],
  title = 'Please correct the following',
): Html | undefined =>
  faults.length === 0
    ? undefined
    : html`<div class="errors" role="alert" tabindex="-1" autofocus><h2>${title}</h2>
<ul>${faults.map((fault) => html`<li>${linkOf(fault)}</li>`)}</ul></div>`

const linkOf = ({ field: name, message }: PageFault): Html => {
  const attendee = attendeeOf(name)
  const text = attendee === undefined ? message : `Attendee ${attendee}: ${message}`
  return name === null ? html`${text}` : html`<a href="#${idOf(name)}">${text}</a>`
}

/** Who is asked a question, besides everybody of a kind. */
export interface AskedOnly {
  types: readonly RegistrationType[]
  questions: readonly RegistrationField[]
}

/** Renders the fields of questions, each by the kind of its values. @param owner the pointer of the person that is asked. */
export const renderQuestions = (
  state: FieldState,
  questions: readonly RegistrationField[],
  owner: string,
  types: readonly RegistrationType[] = [],
): Html | undefined =>
  questions.length === 0
    ? undefined
    : html`${questions.map((question) => questionField(state, question, owner, explain(question, { types, questions })))}`

/** Returns the explanation of a question, and who is asked it. */
const explain = (
  { Description, RegistrationTypeIds, ShownFor }: RegistrationField,
  { types, questions }: AskedOnly,
): string => {
  const tickets = types.filter(({ EventRegistrationTypeId: id }) => RegistrationTypeIds?.includes(id))
  const conditions = (ShownFor ?? []).map(({ FieldId, Value }) => {
    const { Label, Name } = questions.find((one) => one.FieldId === FieldId) ?? {}
    return `“${Label ?? Name ?? ''}” ${Value === null ? 'has a value' : `is ${writtenValue(Value)}`}`
  })
  return [
    Description ?? '',
    tickets.length > 0 ? `Only for ${tickets.map(({ Name }) => Name).join(', ')}.` : '',
    conditions.length > 0 ? `Only if ${conditions.join(' or ')}.` : '',
  ]
    .filter((text) => text !== '')
    .join(' ')
}

const writtenValue = (value: string): string => YES_NO.find((one) => one.value === value)?.label ?? value

const questionField = (state: FieldState, question: RegistrationField, owner: string, hint: string): Html => {
  const { FieldId, Label, Name, IsRequired, DataType, MaxLength, Choices } = question
  const own = {
    name: fieldOfQuestion(owner, FieldId),
    label: Label ?? Name ?? '',
    isRequired: IsRequired,
    hint,
    ...(MaxLength !== null && { maxLength: MaxLength }),
  }
  const choices = (Choices ?? []).map((value) => ({ value, label: value }))
  const group = { name: own.name, hint, legend: IsRequired ? own.label : `${own.label} (optional)` }
  switch (DataType) {
    case 'LongText':
      return renderTextArea(state, own)
    case 'Integer':
    case 'Number':
    case 'Money':
      return renderField(state, { ...own, type: 'number', isShort: true })
    case 'Date':
      return renderField(state, { ...own, type: 'date', isShort: true })
    case 'Link':
      return renderField(state, { ...own, type: 'url' })
    case 'YesNo':
      return renderChoiceGroup(state, { ...group, type: 'radio', choices: YES_NO })
    case 'Scale':
      return renderChoiceGroup(state, { ...group, type: 'radio', choices })
    case 'MultiSelect':
      return renderChoiceGroup(state, { ...group, type: 'checkbox', choices })
    case 'Select':
      return renderSelect(state, own, choices)
    default:
      return renderField(state, own)
  }
}

const YES_NO = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
]
