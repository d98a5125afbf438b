import type { LedgerLogFilterInput, MassResyncSummaryInput } from '#contract/integration/logs'
import type { Filter } from '#kernel/listing/filter'
import { parseListFields } from '#kernel/listing/input'
import { DATE_FIELD, dateCondition } from '#kernel/listing/named-range'
import { parseRange } from '#kernel/listing/range'
import type { Condition, ListInput } from '#kernel/listing/request'
import type { Day } from '#kernel/time/calendar'

const equalTo = (field: string, text: string | null | undefined): Condition[] =>
  text ? [condition({ op: 'eq', field, value: { kind: 'text', text } }, text)] : []

const condition = (filter: Extract<Filter, { field: string }>, value: string): Condition => ({
  filter,
  item: { Field: filter.field, Operator: filter.op, Value: value },
})

/** Parses the filter of the log. @param today in the time zone of the tenant. @throws 400. */
export const parseLogFilter = (filter: LedgerLogFilterInput, today: Day, prefix = '/'): ListInput => {
  const { DateRange, ContactName, Type, ExecutionId, LogMessageLevel } = filter
  const name = ContactName?.trim()
  return {
    ...parseListFields(filter, prefix),
    conditions: [
      ...(DateRange ? dateCondition(DateRange, today, `${prefix}DateRange`) : []),
      ...(name ? [condition({ op: 'contains', field: 'ContactName', text: name }, name)] : []),
      ...equalTo('Type', Type),
      ...equalTo('ExecutionId', ExecutionId?.toLowerCase()),
      ...equalTo('LogMessageLevel', LogMessageLevel),
    ],
  }
}

/** Limits a filter to the days of a summary, both included. @throws 400. */
export const limitToDays = (input: ListInput, { StartDate, EndDate }: MassResyncSummaryInput): ListInput => {
  const range = parseRange(DATE_FIELD, 'instant', `${StartDate ?? ''},${EndDate ?? ''}`, '/EndDate')
  if (!range) return input
  const item = { Field: DATE_FIELD, Operator: 'in', Value: `${StartDate ?? ''},${EndDate ?? ''}` }
  return { ...input, conditions: [...(input.conditions ?? []), { filter: range, item }] }
}

/** Removes the page from a filter: a mass resync takes all that it finds, whatever page was asked for. */
export const removePage = (input: ListInput): ListInput => ({
  ...input,
  take: undefined,
  top: undefined,
  skip: undefined,
  orderBy: undefined,
  continuation: undefined,
})
