import { findCountries } from '#areas/people/contacts/contacts.queries'
import type { DocumentAddressInput } from '#contract/finance/invoices'
import type { SqlRunner } from '#kernel/database/sql-runner'
import { badInput, type FieldFault, ruleRefused } from '#kernel/errors/problem'
import { unknownReference } from '#kernel/records/references'
import type { Scope } from '#kernel/tenancy/scope'
import type { Day } from '#kernel/time/calendar'
import { todayOf } from '#kernel/time/day'

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
  const day = sent || today
  if (day > today) throw badInput(pointer, 'must not be in the future')
  if (since !== undefined && day < since) throw badInput(pointer, `must not be before ${since}`)
  return day
}

/** Returns a text without space around it; null if nothing is left. Undefined if it was not sent. */
export const parseText = (sent: string | null | undefined): string | null | undefined =>
  sent === undefined ? undefined : sent?.trim() || null

export type PostedFields = Record<string, string | number | null | readonly object[]>

/**
 * Rejects a change of what is posted: fields that were sent with another value than the document has. The rows of a list
 * can be sent as they were read, or without some of their fields.
 *
 * @param current the posted fields with their values.
 * @throws 422 posted.
 */
export const requireUnposted = (input: object, current: PostedFields): void => {
  const sent = new Map(Object.entries(input))
  const faults = Object.entries(current).flatMap(([name, value]): FieldFault[] => {
    const given = sent.get(name)
    if (given === undefined || given === null || isSame(given, value)) return []
    return [{ pointer: `/${name}`, message: 'is posted and cannot change' }]
  })
  if (faults.length === 0) return
  throw ruleRefused('posted', 'The document is posted. Void it and create another one.', faults)
}

const isSame = (sent: unknown, current: PostedFields[string]): boolean => {
  if (!Array.isArray(current)) return String(sent) === String(current)
  const rows: unknown[] = Array.isArray(sent) ? sent : []
  return rows.length === current.length && current.every((row, at) => isPartOf(rows[at], row))
}

/** Returns whether every field of a row that was sent has the value of the document. */
const isPartOf = (sent: unknown, row: object): boolean => {
  const known = new Map<string, unknown>(Object.entries(row))
  return Object.entries(sent ?? {}).every(([name, value]) => (value ?? null) === (known.get(name) ?? null))
}

/**
 * Parses the address of a document: the code of its country in capital letters.
 *
 * @throws 422 unknown-reference if the country does not exist.
 */
export const parseAddress = async <A extends Pick<DocumentAddressInput, 'CountryCode'>>(
  runner: SqlRunner,
  sent: A,
  pointer: string,
): Promise<A> => {
  if (!sent.CountryCode) return sent
  const CountryCode = sent.CountryCode.toUpperCase()
  for (const { alpha2 } of (await findCountries(runner)).values())
    if (alpha2 === CountryCode) return { ...sent, CountryCode }
  throw unknownReference(`${pointer}/CountryCode`, 'country of ISO 3166-1')
}
