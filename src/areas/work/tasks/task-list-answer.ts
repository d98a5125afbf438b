import type { TaskFilterInput } from '#contract/work/tasks'
import { JsonText } from '#kernel/http/serve'
import type { Page } from '#kernel/listing/page'

/** Which tasks a list holds: those of the tenant, of a calendar's window or of the project that the path names. */
export type TaskListKind = 'all' | 'calendar' | 'project'

/** Fields that say which rows of the list, not which tasks; and what is ignored. */
const NO_CRITERIA = ['Top', 'Take', 'Skip', 'OrderBy', 'Criteria', 'TenantId']
const WINDOW = ['CalendarStartDate', 'CalendarEndDate']
const SKIPPED: Record<TaskListKind, ReadonlySet<string>> = {
  all: new Set([...NO_CRITERIA, ...WINDOW]),
  calendar: new Set(NO_CRITERIA),
  project: new Set([...NO_CRITERIA, ...WINDOW, 'ProjectId']),
}

/** The documented list answer: what was asked for as it was sent, as far as it restricts anything, and the page. */
export const taskListAnswer = (page: Page, filter: TaskFilterInput, kind: TaskListKind = 'all'): JsonText => {
  const head = JSON.stringify({
    Criteria: filter.Criteria?.trim() || null,
    CriteriaItems: Object.entries(filter)
      .filter(([name, value]) => !SKIPPED[kind].has(name) && restricts(name, value))
      .map(([Name, value]) => ({ Name, Value: String(value) })),
    TotalRecordAvailable: String(page.total),
    ModelItems: null,
  })
  return new JsonText(`${head.slice(0, -1)},"Results":${page.results}}`)
}

/** Blank texts, ranges open at both ends, false and 0 mean all. */
const restricts = (name: string, value: unknown): boolean => {
  if (typeof value !== 'string') return Boolean(value)
  return (name.endsWith('Between') ? /[^\s,]/ : /\S/).test(value)
}
