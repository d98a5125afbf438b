import { type Questions, selectQuestions } from '#areas/events/events/questions/questions.queries'
import {
  type GivenValues,
  type ResponsesOwner,
  saveResponses,
} from '#areas/people/custom-fields/responses/responses.service'
import { REGISTRATION_OBJECT_TYPES } from '#areas/people/custom-fields/values/fields.queries'
import { deleteValues, NO_VALUES, saveValues } from '#areas/people/custom-fields/values/values.service'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { FormValues } from './form-values.model.ts'

/** Somebody of a form, by the pointer, with the id of the saved row. */
interface SavedRow {
  id: number
  pointer: string
}

interface SavedRows {
  registrations: readonly SavedRow[]
  sponsors: readonly SavedRow[]
  exhibitors: readonly SavedRow[]
}

/**
 * Stores what a form responds to the questions: for attendees as values of their registrations, for others with the order. What
 * the form leaves out is cleared; values of fields that the event does not ask for stay.
 */
export const saveFormValues = async (
  tx: Transaction,
  owner: ResponsesOwner,
  questions: Questions,
  values: FormValues,
  { registrations, sponsors, exhibitors }: SavedRows,
): Promise<void> => {
  if (questions.asked.length === 0) return
  const asked = selectQuestions(questions, 'Attendee').map(({ field }) => field)
  const plans = registrations.map(({ id, pointer }) => {
    const given = new Map((values.get(pointer) ?? []).map(({ field, rows }) => [field.id, rows]))
    const changed = asked.map((field) => ({ field, rows: given.get(field.id) ?? [] }))
    return { objectId: id, plan: { ...NO_VALUES, changed } }
  })
  await saveValues(tx, owner.tenantId, plans)
  const given: GivenValues[] = [
    { values: values.get('') ?? [] },
    ...sponsors.map(({ id, pointer }) => ({ sponsorId: id, values: values.get(pointer) ?? [] })),
    ...exhibitors.map(({ id, pointer }) => ({ exhibitorId: id, values: values.get(pointer) ?? [] })),
  ]
  await saveResponses(tx, owner, given)
}

/** Deletes the values of registrations that are deleted. Those of payers, sponsors and exhibitors go with their rows. */
export const deleteRegistrationValues = (
  tx: Transaction,
  tenantId: number,
  registrationIds: readonly number[],
): Promise<void> => deleteValues(tx, tenantId, REGISTRATION_OBJECT_TYPES, registrationIds)
