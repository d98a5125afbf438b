import type { NatregQueueFilterInput } from '#contract/integration/logs'
import type { Filter } from '#kernel/listing/filter'
import { parseListFields } from '#kernel/listing/input'
import { dateCondition } from '#kernel/listing/named-range'
import type { Condition, ListInput } from '#kernel/listing/request'
import type { Day } from '#kernel/time/calendar'

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

/** Returns the condition of rows that have at least one of the tags. */
const tagCondition = (text: string | null | undefined): Condition[] => {
  const tags = (text ?? '').split(',').flatMap((tag) => tag.trim().toLowerCase() || [])
  if (tags.length === 0) return []
  return [
    {
      filter: { op: 'or', parts: tags.flatMap(hasTag) },
      item: { Field: 'Tags', Operator: 'in', Value: tags.join(',') },
    },
  ]
}

/** Returns the condition of a whole tag, in a text of tags that are separated by a comma and a space. */
const hasTag = (tag: string): Filter[] => [
  { op: 'eq', field: 'Tags', value: { kind: 'text', text: tag } },
  { op: 'startswith', field: 'Tags', text: `${tag}, ` },
  { op: 'endswith', field: 'Tags', text: `, ${tag}` },
  { op: 'contains', field: 'Tags', text: `, ${tag}, ` },
]
