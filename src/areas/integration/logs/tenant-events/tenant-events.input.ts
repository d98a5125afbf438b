import type { SelectedLogsInput, TenantLogFilterInput } from '#contract/integration/logs'
import { badInput } from '#kernel/errors/problem'
import { parseListFields } from '#kernel/listing/input'
import { dateCondition } from '#kernel/listing/named-range'
import type { ListInput } from '#kernel/listing/request'
import type { Day } from '#kernel/time/calendar'
import { numberOfLevel } from '#services/tenant-log/log-event-texts'
import { CHANGE_TYPE } from '../tenant-log.model.ts'

/** Returns whether a filter asks for the history of records. */
export const asksForHistory = ({ LogType }: TenantLogFilterInput): boolean =>
  LogType?.trim().toLowerCase() === CHANGE_TYPE.toLowerCase()

/** Returns the selected ids. @throws 400 without any. */
export const requireSelection = ({ SelectedIds }: SelectedLogsInput): string[] => {
  if (!SelectedIds) throw badInput('/SelectedIds', 'must have at least 1 entry')
  return SelectedIds
}

/**
 * Parses the filter of the log.
 *
 * @param today in the time zone of the tenant. @param prefix the pointer before the name of a field. @throws 400.
 */
export const parseTenantLogFilter = (filter: TenantLogFilterInput, today: Day, prefix = '/'): ListInput => {
  const { DateRange, MinimumLevel } = filter
  const type = asksForHistory(filter) ? CHANGE_TYPE : filter.LogType?.trim()
  return {
    ...parseListFields(filter, prefix),
    conditions: [
      ...(DateRange ? dateCondition(DateRange, today, `${prefix}DateRange`) : []),
      ...(MinimumLevel
        ? [
            {
              filter: {
                op: 'ge' as const,
                field: 'LevelNumber',
                value: { kind: 'number' as const, text: String(numberOfLevel(MinimumLevel)) },
              },
              item: { Field: 'Level', Operator: 'ge', Value: MinimumLevel },
            },
          ]
        : []),
      ...(type
        ? [
            {
              filter: { op: 'eq' as const, field: 'LogType', value: { kind: 'text' as const, text: type } },
              item: { Field: 'LogType', Operator: 'eq', Value: type },
            },
          ]
        : []),
    ],
  }
}
