import type { FastifyRequest } from 'fastify'
import type { Operation } from '../contract/schema.ts'
import { type Slot, type SlotSchema, slotFinders } from '../contract/slots.ts'
import { parseDayIn } from '../time/written-date.ts'

/** How responses contain a day that the contract documents as an instant. */
const MIDNIGHT = /T00:00(:00(\.0+)?)?(Z|[+-]00:?00)?$/i

const days = slotFinders((_name, { format }) => format === 'date')
const midnights = slotFinders((_name, schema) => schema['x-day'] === true)

/**
 * Returns a function that makes the tenant's day of each instant that a request contains where the contract documents a day;
 * undefined if an operation takes no days. Validation has refused days that do not exist.
 */
export const dayReaderOf = (operation: Operation): ((request: FastifyRequest) => void) | undefined => {
  const find = days.ofOperation(operation)
  const findMidnights = midnights.ofOperation(operation)?.body
  if (!find && !findMidnights) return undefined
  return (request) => {
    const found: Slot[] = []
    find?.params?.(request.params, found)
    find?.querystring?.(request.query, found)
    find?.body?.(request.body, found)
    const others: Slot[] = []
    findMidnights?.(request.body, others)
    readSlots(request, [...found, ...others.filter(({ value }) => !MIDNIGHT.test(String(value)))])
  }
}

/** Does the same in a value of a schema that a request contains as JSON text. */
export const readDaysOf = (request: FastifyRequest, schema: object, value: unknown): void => {
  const found: Slot[] = []
  days.ofSchema(schema as SlotSchema)?.(value, found)
  readSlots(request, found)
}

/** Reads the slots. A visitor of a public operation has no tenant yet. */
const readSlots = (request: FastifyRequest, found: readonly Slot[]): void => {
  for (const { value, replace } of found) {
    if (typeof value !== 'string') continue
    const day = parseDayIn(request.caller ? request.scope.tenant.timeZone : 'UTC', value)
    if (day !== null && day !== value) replace(day)
  }
}
