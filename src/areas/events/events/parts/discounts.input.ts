import type { EventDiscountInput } from '#contract/events/events'
import type { FieldFault } from '#kernel/errors/problem'
import { nameKeyOf } from '#kernel/records/names'
import { oneLine } from '#kernel/text/one-line'
import { dateOf } from '#kernel/time/day'
import type { EventDiscount } from '#prisma/client'
import { pick } from '../events.input.ts'
import { type PartList, parsePartName } from './part-list.input.ts'
import { amountOf } from './prices.input.ts'

const dayOf = (sent: string | null | undefined, current: Date | null): Date | null =>
  sent === undefined ? current : sent === null ? null : dateOf(sent)

const parse = (input: EventDiscountInput, current: EventDiscount | null, at: string, faults: FieldFault[]) => {
  const code = input.Code === undefined ? (current?.code ?? '') : oneLine(input.Code ?? '')
  if (!code) faults.push({ pointer: `${at}/Code`, message: 'is required and must not be blank' })
  const percent = amountOf(input.Percent, current?.percent)
  const amount = amountOf(input.Amount, current?.amount)
  if ((percent === null) === (amount === null))
    faults.push({ pointer: `${at}/Percent`, message: 'or Amount must be set, but not both' })
  const startsOn = dayOf(input.StartDate, current?.startsOn ?? null)
  const endsOn = dayOf(input.EndDate, current?.endsOn ?? null)
  if (startsOn && endsOn && endsOn < startsOn)
    faults.push({ pointer: `${at}/EndDate`, message: 'must not be before StartDate' })
  return {
    name: parsePartName(input.Name, current, at, faults).name,
    code,
    codeKey: nameKeyOf(code),
    percent,
    amount,
    startsOn,
    endsOn,
    maxUses: pick(input.MaxUses, current?.maxUses ?? null),
    isActive: input.IsActive ?? current?.isActive ?? true,
    /** Undefined: unchanged. */
    typeIds: input.RegistrationTypeIds === undefined ? undefined : [...new Set(input.RegistrationTypeIds ?? [])],
  }
}

export type DiscountData = ReturnType<typeof parse>

export const DISCOUNTS: PartList<EventDiscountInput, EventDiscount, DiscountData> = {
  list: 'Discounts',
  idField: 'DiscountId',
  noun: 'discount',
  idOf: ({ DiscountId }) => DiscountId,
  parse,
  keyField: 'Code',
  keyOf: ({ codeKey }) => codeKey,
}
