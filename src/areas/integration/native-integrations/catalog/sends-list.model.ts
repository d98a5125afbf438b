import type { Scope } from '#kernel/tenancy/scope'
import { findListFaults } from '../lists/sent-lists.queries.ts'
import { type FileValues, findPathFaults, listOf, type SentValues } from '../lists/sent-values.model.ts'
import type { NativeApp } from '../native-app.port.ts'

/** What all apps that send a list by the day have in common. */
export const sendsList = {
  isScheduled: true,
  eventPatterns: () => [],
  scopesOf: (values: SentValues) => [listOf(values).scope],
  findFaults: (scope: Scope, values: SentValues) =>
    findListFaults(scope, listOf(values), { filter: values.Filter, columns: values.Columns }),
} satisfies Partial<NativeApp<SentValues>>

/** What the apps that send a list as a file have in common. */
export const sendsFile = {
  ...sendsList,
  findFaults: async (scope: Scope, values: FileValues) => [
    ...findPathFaults(values),
    ...(await sendsList.findFaults(scope, values)),
  ],
} satisfies Partial<NativeApp<FileValues>>
