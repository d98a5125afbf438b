import { FormValues } from '#services/pages/form-values'
import { attendeePointer, countAttendees, FIELD, MAX_ATTENDEES } from '../page-fields.model.ts'

/** The fields after a button of the list of attendees: `add`, or `remove-2` with the position. */
export const changedAttendees = (values: FormValues, action: string): FormValues => {
  const count = countAttendees(values)
  if (action === 'add') return changed(values, { [FIELD.count]: String(Math.min(count + 1, MAX_ATTENDEES)) })
  const removed = Number(/^remove-(\d+)$/.exec(action)?.[1] ?? Number.NaN)
  return Number.isInteger(removed) && removed < count ? withoutAttendee(values, removed, count) : values
}

type Sent = Record<string, string[]>

const sentOf = (values: FormValues): Sent => Object.fromEntries(values.names.map((name) => [name, values.list(name)]))

const changed = (values: FormValues, changes: Record<string, string>): FormValues =>
  new FormValues({ ...sentOf(values), ...changes })

/** The attendees after the removed one move up. The payer attends as the first attendee only. */
const withoutAttendee = (values: FormValues, removed: number, count: number): FormValues => {
  const kept = new Map<string, Sent[string]>()
  for (const [name, sent] of Object.entries(sentOf(values))) {
    const [, position, rest] = /^\/Registrations\/(\d+)(\/.*)$/.exec(name) ?? []
    const at = Number(position)
    if (position === undefined || at < removed) kept.set(name, sent)
    else if (at > removed) kept.set(`${attendeePointer(at - 1)}${rest}`, sent)
  }
  if (removed === 0) kept.delete(FIELD.isPayer)
  return new FormValues({ ...Object.fromEntries(kept), [FIELD.count]: String(count - 1) })
}
