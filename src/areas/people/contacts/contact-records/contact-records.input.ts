import { parseWebsite } from '#areas/people/contacts/contacts.input'
import type { ContactRecordEditInput } from '#contract/people/contacts-details'
import { badInput } from '#kernel/errors/problem'
import { type ContactRecord, Prisma } from '#prisma/client'
import {
  parseDay,
  parseLineField,
  parseLinesField,
  parseRequiredField,
  pickSent,
  requirePeriod,
} from '../contact-parts.input.ts'
import { type ContactRecordKind, type KindRules, requireFields } from './contact-records.model.ts'

/** Parses the kind of a record, which is fixed after creation. @throws 400. */
export const parseKind = ({ Kind }: ContactRecordEditInput, current: ContactRecord | undefined): ContactRecordKind => {
  if (current) {
    if (Kind !== undefined && Kind !== current.kind) throw badInput('/Kind', 'must not change after creation')
    return current.kind as ContactRecordKind
  }
  if (Kind === undefined) throw badInput('/Kind', 'is required')
  return Kind
}

/** Parses a record by the rules of its kind. A field that is left out keeps its value. @throws 400 naming the field. */
export const parseContactRecord = (
  rules: KindRules,
  input: ContactRecordEditInput,
  current: ContactRecord | undefined,
) => {
  const data = {
    name: parseRequiredField(input.Name, current?.name, '/Name'),
    description: pickSent(parseLinesField(input.Description, '/Description'), current?.description ?? null),
    status: parseStatus(rules, input.Status, current),
    amount: pickSent(parseAmount(input.Amount), current?.amount ?? null),
    startDate: pickSent(parseDay(input.StartDate), current?.startDate ?? null),
    endDate: pickSent(parseDay(input.EndDate), current?.endDate ?? null),
    url: pickSent(parseUrl(input.Url), current?.url ?? null),
  }
  requirePeriod(data.startDate, data.endDate, '/EndDate')
  requireFields(rules, { Amount: data.amount, StartDate: data.startDate, EndDate: data.endDate, Url: data.url })
  return data
}

const parseStatus = (
  { statuses }: KindRules,
  value: string | null | undefined,
  current: ContactRecord | undefined,
): string | null => {
  const status = value === undefined ? current?.status : parseLineField(value, '/Status')
  if (statuses.length === 0) {
    if (status) throw badInput('/Status', 'must not be sent for a record of this kind')
    return null
  }
  const found = statuses.find((known) => known.toLowerCase() === (status ?? statuses[0] ?? '').toLowerCase())
  if (!found) throw badInput('/Status', `must be one of ${statuses.join(', ')}`)
  return found
}

const parseAmount = (value: number | null | undefined): Prisma.Decimal | null | undefined => {
  if (value === undefined || value === null) return value
  const amount = new Prisma.Decimal(value)
  if (amount.lt(0) || !amount.eq(amount.toDecimalPlaces(2)))
    throw badInput('/Amount', 'must be 0 or more, with at most two decimals')
  return amount
}

const parseUrl = (value: string | null | undefined): string | null | undefined => {
  if (!value?.trim()) return value === undefined ? undefined : null
  const url = parseWebsite(value)
  if (url === null) throw badInput('/Url', 'must be a web address, like https://example.org')
  return url
}
