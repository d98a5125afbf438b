import { operations } from '#contract/integration/logs'
import type { ConsolePages } from '../frame/console-pages.ts'
import type { ConsoleUser } from '../frame/user.ts'
import { readChecks } from './checks.ts'
import { overviewView } from './overview.page.ts'

const MAX_EVENTS = '10'

/** The first page of the console: what needs attention. */
export const overviewPages = (pages: ConsolePages): void => {
  pages.page({ path: '', section: '' }, async (user) => {
    const [checks, events] = await Promise.all([readChecks(user), latestProblems(user)])
    return overviewView(user, checks, events)
  })
}

const latestProblems = async (user: ConsoleUser) => {
  if (!user.can('logs:read')) return undefined
  const body = { Take: MAX_EVENTS, DateRange: 'last7days', MinimumLevel: 'Warning' } as const
  return (await user.call(operations.searchTenantEvents, { body })).body.Results ?? []
}
