import type { TaskFilterInput } from '../../../contract/work/tasks.ts'
import { JsonText } from '../../../kernel/http/serve.ts'
import type { Page } from '../../../kernel/listing/page.ts'

/** Fields that say which rows of the list, not which tasks; and what is ignored. */
const NO_CRITERIA = new Set(['Top', 'Take', 'Skip', 'OrderBy', 'Criteria', 'TenantId'])
/** Of the tasks of one project, which the path names. */
const NO_CRITERIA_OF_PROJECT = new Set([...NO_CRITERIA, 'ProjectId', 'CalendarStartDate', 'CalendarEndDate'])

/** The documented list answer: what was asked for as it was sent, and the page. */
export const taskListAnswer = (page: Page, filter: TaskFilterInput, { ofProject = false } = {}): JsonText => {
  const skipped = ofProject ? NO_CRITERIA_OF_PROJECT : NO_CRITERIA
  const head = JSON.stringify({
    Criteria: filter.Criteria?.trim() || null,
    CriteriaItems: Object.entries(filter)
      .filter(([name, value]) => !skipped.has(name) && value !== null && value !== '' && value !== false && value !== 0)
      .map(([Name, value]) => ({ Name, Value: String(value) })),
    TotalRecordAvailable: String(page.total),
    ModelItems: null,
  })
  return new JsonText(`${head.slice(0, -1)},"Results":${page.results}}`)
}
