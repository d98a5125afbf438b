import { badInput, type FieldFault, ruleRefused } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import type { Day } from '#kernel/time/calendar'
import { dayIn } from '#kernel/time/day'

/** Returns the current day in the time zone of the tenant. */
export const todayOf = ({ tenant, clock }: Pick<Scope, 'tenant' | 'clock'>): Day => dayIn(tenant.timeZone, clock.now())

/**
 * Parses the date of a document: today if absent.
 *
 * @param since the first day that it can have. @throws 400.
 */
export const parseDay = (
  scope: Pick<Scope, 'tenant' | 'clock'>,
  sent: string | null | undefined,
  pointer: string,
  since?: Day,
): Day => {
  const today = todayOf(scope)
  const day = sent?.slice(0, 10) || today
  if (day > today) throw badInput(pointer, 'must not be in the future')
  if (since !== undefined && day < since) throw badInput(pointer, `must not be before ${since}`)
  return day
}

/** A text without space around it; null if nothing is left. Undefined if it was not sent. */
export const parseText = (sent: string | null | undefined): string | null | undefined =>
  sent === undefined ? undefined : sent?.trim() || null

/**
 * Rejects a change of what is posted: fields that were sent with another value than the document has. Lists are rejected
 * whenever they are sent.
 *
 * @param current the posted fields with their values; undefined for lists.
 * @throws 422 posted.
 */
export const requireUnposted = (input: object, current: Record<string, string | number | null | undefined>): void => {
  const sent = new Map(Object.entries(input))
  const faults = Object.entries(current).flatMap(([name, value]): FieldFault[] => {
    const given = sent.get(name)
    if (given === undefined || given === null || (value !== undefined && String(given) === String(value))) return []
    return [{ pointer: `/${name}`, message: 'is posted and cannot change' }]
  })
  if (faults.length === 0) return
  throw ruleRefused('posted', 'The document is posted. Void it and create another one.', faults)
}
