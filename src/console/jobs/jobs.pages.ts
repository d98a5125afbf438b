import { operations } from '#contract/integration/logs'
import type { ConsolePages } from '../frame/console-pages.ts'
import { pathId } from '../frame/path-ids.ts'
import { allOf, quoted } from '../parts/filters.ts'
import { AFTER, nextCursor, PAGE_SIZE } from '../parts/pages.ts'
import { jobsView } from './jobs.page.ts'

const SECTION = '/jobs'
/** The number of no job. */
const NONE = 0

/** The background jobs of the organization, with a retry of those that failed. */
export const jobPages = (pages: ConsolePages): void => {
  pages.page({ path: SECTION, section: SECTION }, async (user, { query }) => {
    const state = query.get('state')
    const number = query.get('number')
    const filter = allOf([
      state !== undefined && `State eq ${quoted(state)}`,
      number !== undefined && `JobId eq ${/^\d{1,15}$/.test(number) ? number : NONE}`,
    ])
    const after = query.get(AFTER)
    const { body, header } = await user.call(operations.listJobs, {
      query: {
        $top: PAGE_SIZE,
        ...(filter !== undefined && { $filter: filter }),
        ...(after !== undefined && { $skiptoken: after }),
      },
    })
    return jobsView(user, query, body, nextCursor(header('link')))
  })

  pages.action({ path: '/jobs/:id/retry', back: () => SECTION }, async (user, _form, { id }) => {
    await user.call(operations.retryJob, { params: { jobid: pathId(id) } })
    return { path: SECTION, notice: `Job ${id} is tried again now. It leaves this list when it succeeds.` }
  })
}
