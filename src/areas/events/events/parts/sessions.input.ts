import type { EventSessionInput } from '#contract/events/events'
import type { FieldFault } from '#kernel/errors/problem'
import type { EventSession } from '#prisma/client'
import { momentOf, pick } from '../events.input.ts'
import { type PartList, parsePartName } from './part-list.input.ts'
import { parsePriced } from './prices.input.ts'

const parse = (input: EventSessionInput, current: EventSession | null, at: string, faults: FieldFault[]) => {
  const startsAt = momentOf(input.StartDate, current?.startsAt ?? null)
  const endsAt = momentOf(input.EndDate, current?.endsAt ?? null)
  if (!startsAt) faults.push({ pointer: `${at}/StartDate`, message: 'is required' })
  if (!endsAt) faults.push({ pointer: `${at}/EndDate`, message: 'is required' })
  if (startsAt && endsAt && endsAt <= startsAt)
    faults.push({ pointer: `${at}/EndDate`, message: 'must be after StartDate' })
  return {
    ...parsePartName(input.Name, current, at, faults),
    ...parsePriced(input, current, at, faults),
    // Without both, the save is rejected.
    startsAt: startsAt ?? new Date(0),
    endsAt: endsAt ?? new Date(0),
    capacity: pick(input.Capacity, current?.capacity ?? null),
    /** Undefined: unchanged. */
    typeIds: input.RegistrationTypeIds === undefined ? undefined : [...new Set(input.RegistrationTypeIds ?? [])],
  }
}

export type SessionData = ReturnType<typeof parse>

export const SESSIONS: PartList<EventSessionInput, EventSession, SessionData> = {
  list: 'Sessions',
  idField: 'SessionId',
  noun: 'session',
  idOf: ({ SessionId }) => SessionId,
  parse,
  keyField: 'Name',
  keyOf: ({ nameKey }) => nameKey,
}
