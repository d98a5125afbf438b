import { type Question, type Questions, selectQuestions } from '#areas/events/events/questions/questions.queries'
import { parseWritten } from '#areas/people/custom-fields/responses/responses.service'
import {
  planValues,
  type ValueChange,
  type ValueFaults,
  type ValueInput,
} from '#areas/people/custom-fields/values/values.service'
import type { RegistrationAnswerInput } from '#contract/events/public-registration'
import type { FormAttendee, RegistrationForm } from '../forms/form.input.ts'
import { type FormFault, fault } from '../refusals.model.ts'
import type { SeatedAttendee } from '../seating.model.ts'

/** The values that everybody of a form gives, by the pointer: /Registrations/0; those of the payer by the empty one. */
export type FormValues = ReadonlyMap<string, readonly ValueChange[]>

/** Somebody of a form, with the questions and what is sent for them. */
interface Respondent {
  pointer: string
  questions: readonly Question[]
  sent: readonly RegistrationAnswerInput[]
}

/**
 * Parses what a form responds to the questions. Adds the faults: a question that is not asked, a value that does not fit, and
 * one that is missing although the form is complete.
 */
export const parseFormValues = (
  questions: Questions,
  form: RegistrationForm,
  attendees: readonly SeatedAttendee[],
  faults: FormFault[],
): FormValues => {
  const respondents: Respondent[] = [
    { pointer: '', questions: selectQuestions(questions, 'Payer'), sent: form.body.Answers ?? [] },
    ...attendees.map(({ pointer, type, row }) => ({
      pointer,
      questions: selectQuestions(questions, 'Attendee', type.id),
      sent: row.Answers ?? [],
    })),
    ...withoutType(form, attendees).map(({ pointer, row }) => ({
      pointer,
      // What is asked depends on the type, so that only what everybody is asked is required.
      questions: selectQuestions(questions, 'Attendee').map((question) =>
        question.typeIds.length === 0 ? question : { ...question, isRequired: false },
      ),
      sent: row.Answers ?? [],
    })),
    ...form.sponsorships.map(({ pointer, row }) => ({
      pointer,
      questions: selectQuestions(questions, 'Sponsor'),
      sent: row.Answers ?? [],
    })),
    ...form.exhibitors.map(({ pointer, row }) => ({
      pointer,
      questions: selectQuestions(questions, 'Exhibitor'),
      sent: row.Answers ?? [],
    })),
  ]
  return new Map(respondents.map((one) => [one.pointer, valuesOf(questions, one, form.isFirstStep, faults)]))
}

/** Returns the attendees whose type is not chosen yet, or is not offered: they are told at once what else is missing. */
const withoutType = ({ attendees }: RegistrationForm, chosen: readonly SeatedAttendee[]): FormAttendee[] =>
  attendees.filter(({ pointer }) => !chosen.some((one) => one.pointer === pointer))

type AskedField = Question['field']

const valuesOf = (
  { set }: Questions,
  respondent: Respondent,
  isFirstStep: boolean,
  faults: FormFault[],
): ValueChange[] => {
  const { pointer, questions } = respondent
  const isAsked = (fieldId: number) => questions.some(({ field }) => field.id === fieldId)
  const fields = questions.map(({ field, isRequired }) => ({
    // Faults name a field by its words.
    ...field,
    name: field.displayName,
    isRequired,
    // What depends on a field that is not asked is always shown.
    shownFor: field.shownFor.filter(({ fieldId }) => isAsked(fieldId)),
  }))
  const wrong = new Set<number>()
  const inputs = respondent.sent.flatMap((row, at) => {
    const input = inputOf(fields, set.countries, respondent, at, faults)
    if (input === null) wrong.add(row.FieldId)
    return input ? [input] : []
  })
  const { changed, missing } = planValues({ ...set, fields }, inputs, faultsInto(faults))
  for (const { id, name } of isFirstStep ? [] : missing.filter((field) => !wrong.has(field.id))) {
    const sent = inputs.find(({ fieldId }) => fieldId === id)
    if (sent?.text) continue // It is wrong, which is a fault already.
    faults.push(fault(sent ? `${sent.pointer}/Value` : `${pointer}/Answers`, 'required', `${name} is missing.`))
  }
  return changed
}

/** Parses one value; null if it is wrong. */
const inputOf = (
  fields: readonly AskedField[],
  countries: Questions['set']['countries'],
  { pointer, sent }: Respondent,
  at: number,
  faults: FormFault[],
): ValueInput | null => {
  const { FieldId: fieldId = 0, Value } = sent[at] ?? {}
  const place = `${pointer}/Answers/${at}`
  const refused = (part: string, code: 'unknown' | 'duplicate', message: string): null => {
    faults.push(fault(`${place}/${part}`, code, message))
    return null
  }
  const field = fields.find(({ id }) => id === fieldId)
  if (!field) return refused('FieldId', 'unknown', 'The event does not ask this.')
  if (sent.findIndex((row) => row.FieldId === fieldId) < at)
    return refused('FieldId', 'duplicate', `${field.name} has two values.`)
  const written = parseWritten(field, Value, countries)
  if ('fault' in written) return refused('Value', 'unknown', `${field.name} ${written.fault}.`)
  return { pointer: place, fieldId, name: undefined, text: written.text }
}

/** Reports the faults of values in the form of the public operations. */
const faultsInto = (faults: FormFault[]): ValueFaults => ({
  malformed: (pointer, message) => faults.push(fault(pointer, 'format', `${message}.`)),
  unknownReference: (pointer, message) => faults.push(fault(pointer, 'unknown', `${message}.`)),
})
