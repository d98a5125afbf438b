import { findListFaults } from '../lists/sent-lists.queries.ts'
import { listOf, type SentValues } from '../lists/sent-values.model.ts'
import type { NativeApp } from '../native-app.port.ts'

/** What all apps that send a list by the day have in common. */
export const sendsList: Pick<NativeApp<SentValues>, 'isScheduled' | 'eventPatterns' | 'scopesOf' | 'findFaults'> = {
  isScheduled: true,
  eventPatterns: () => [],
  scopesOf: (values) => [listOf(values).scope],
  findFaults: async (scope, values) =>
    findListFaults(scope, listOf(values), { filter: values.Filter, columns: values.Columns }),
}
