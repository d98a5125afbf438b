import type { FieldFault } from '#kernel/errors/problem'
import { fromCents, toCents } from '#kernel/money/cents'
import { nameKeyOf, parseText } from '#kernel/records/names'
import { referenceFault, unknownReferences } from '#kernel/records/references'
import { oneLine } from '#kernel/text/one-line'
import { pick } from '../events.input.ts'

/** A list of parts of an event in requests. */
export interface PartList<Input, Row, Data> {
  /** The field of the list, and that of the id of a part. */
  list: string
  idField: string
  noun: string
  idOf(input: Input): number | undefined
  /** Parses one part. A field that is left out keeps its value. Adds what breaks a rule to `faults`. */
  parse(input: Input, current: Row | null, at: string, faults: FieldFault[]): Data
  /** What is unique within the list, and its field. */
  keyField: string
  keyOf(data: Data): string
}

/** What a save does with a list of parts. */
export interface PartPlan<Data> {
  removed: number[]
  /** In display order; id 0 creates a part. */
  kept: { id: number; at: string; data: Data }[]
}

/**
 * Parses a list of parts. Returns null if the request does not contain it.
 *
 * @throws 422 unknown-reference for an id that is not of a part of the event.
 */
export const parsePartList = <Input, Row extends { id: number }, Data>(
  { list, idField, noun, idOf, parse, keyField, keyOf }: PartList<Input, Row, Data>,
  sent: readonly Input[] | null | undefined,
  before: readonly Row[],
  faults: FieldFault[],
): PartPlan<Data> | null => {
  if (sent == null) return null
  const known = new Map(before.map((row) => [row.id, row]))
  const ids = sent.map((input) => idOf(input) ?? 0)
  const unknown = ids.flatMap((id, at) =>
    id !== 0 && !known.has(id) ? [referenceFault(`/${list}/${at}/${idField}`, `${noun} of the event`)] : [],
  )
  if (unknown.length > 0) throw unknownReferences(unknown)
  for (const [at, id] of ids.entries())
    if (id !== 0 && ids.indexOf(id) < at)
      faults.push({ pointer: `/${list}/${at}/${idField}`, message: 'must not be contained twice' })
  const kept = sent.map((input, index) => {
    const at = `/${list}/${index}`
    const id = ids[index] ?? 0
    return { id, at, data: parse(input, known.get(id) ?? null, at, faults) }
  })
  const keys = kept.map(({ data }) => keyOf(data))
  for (const [index, key] of keys.entries())
    if (key !== '' && keys.indexOf(key) < index)
      faults.push({ pointer: `/${list}/${index}/${keyField}`, message: 'must be unique within the list' })
  return { removed: before.map(({ id }) => id).filter((id) => !ids.includes(id)), kept }
}

/** Parses the name of a part, which is required. */
export const parsePartName = (
  sent: string | null | undefined,
  current: { name: string } | null,
  at: string,
  faults: FieldFault[],
): { name: string; nameKey: string } => {
  const name = sent === undefined ? (current?.name ?? '') : oneLine(sent ?? '')
  if (!name) faults.push({ pointer: `${at}/Name`, message: 'is required and must not be blank' })
  return { name, nameKey: nameKeyOf(name) }
}

interface Amount {
  toString(): string
}

/** Returns an amount that was sent, or the current one if the field is left out: two decimals; null for none. */
export const amountOf = (sent: number | null | undefined, current: Amount | null = null): string | null => {
  const amount = sent === undefined ? current : sent
  return amount === null ? null : fromCents(toCents(amount))
}

/** Checks an optional limit on a price: it must not be above another one. */
export const checkMaximum = (
  amount: string | null,
  most: string | null,
  { pointer, field }: { pointer: string; field: string },
  faults: FieldFault[],
): void => {
  if (amount !== null && most !== null && toCents(amount) > toCents(most))
    faults.push({ pointer, message: `must not be more than ${field}, ${most}` })
}

interface PricedInput {
  Description?: string | null
  Price?: number
  SaleableItemId?: number | null
  IsActive?: boolean
}

interface PricedRow {
  description: string | null
  price: Amount
  feeItemId: number | null
  isActive: boolean
}

/** Parses the columns that all parts with a price have. A price requires a saleable item. */
export const parsePriced = (input: PricedInput, current: PricedRow | null, at: string, faults: FieldFault[]) => {
  const data = {
    description: parseText(input.Description, current?.description),
    price: amountOf(input.Price, current?.price) ?? '0.00',
    feeItemId: pick(input.SaleableItemId, current?.feeItemId ?? null),
    isActive: input.IsActive ?? current?.isActive ?? true,
  }
  if (data.feeItemId === null && toCents(data.price) > 0)
    faults.push({ pointer: `${at}/SaleableItemId`, message: 'is required for a price' })
  return data
}
