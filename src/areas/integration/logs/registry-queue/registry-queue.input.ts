import type { NatregQueueFilterInput } from '#contract/integration/logs'
import { parseListFields } from '#kernel/listing/input'
import type { Condition, ListInput } from '#kernel/listing/request'
import type { Day } from '#kernel/time/calendar'
import { dateCondition } from '../date-range.input.ts'

/** Parses the filter of the queue. @param today in the time zone of the tenant. @throws 400. */
export const parseQueueFilter = (filter: NatregQueueFilterInput, today: Day): ListInput => {
  const { DateRange, ContactId, NatregId, Tags } = filter
  return {
    ...parseListFields(filter, '/'),
    conditions: [
      ...(DateRange ? dateCondition(DateRange, today, '/DateRange') : []),
      ...(ContactId ? [equal('ContactId', { kind: 'number', text: ContactId })] : []),
      ...(NatregId ? [equal('NatregId', { kind: 'text', text: NatregId.trim() })] : []),
      ...tagCondition(Tags),
    ],
  }
}

const equal = (field: string, value: { kind: 'number' | 'text'; text: string }): Condition => ({
  filter: { op: 'eq', field, value },
  item: { Field: field, Operator: 'eq', Value: value.text },
})

/** Rows that have at least one of the tags. */
const tagCondition = (text: string | null | undefined): Condition[] => {
  const tags = (text ?? '')
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean)
  if (tags.length === 0) return []
  const parts = tags.map((tag) => ({ op: 'contains' as const, field: 'Tags', text: tag }))
  const [first] = parts
  const filter = parts.length === 1 && first ? first : { op: 'or' as const, parts }
  return [{ filter, item: { Field: 'Tags', Operator: 'in', Value: tags.join(',') } }]
}
