import type { SelectedLogsSummary } from '#contract/integration/logs'
import type { Selection } from './tenant-events.queries.ts'

export const presentSelection = ({ count, oldest, newest }: Selection): SelectedLogsSummary => ({
  Count: count,
  Message: count === 1 ? 'Hide 1 event?' : `Hide ${count} events?`,
  OldestDate: oldest?.toISOString() ?? null,
  NewestDate: newest?.toISOString() ?? null,
})
