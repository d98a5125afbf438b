import { readPage } from '#kernel/listing/page'
import { type ListInput, PAGE, parseListRequest } from '#kernel/listing/request'
import type { Scope } from '#kernel/tenancy/scope'
import type { Day } from '#kernel/time/calendar'
import { failureColumns, unrepairedListing } from './executions.listing.ts'

/** Failed executions that were not repeated since. */
export interface Failures {
  count: number
  /** In the time zone of the tenant; null if there is none. */
  firstDay: Day | null
  lastDay: Day | null
}

interface Failure {
  id: number
  day: Day
}

/** Counts the failed executions that a filter finds and that were not repeated since. @throws 400. */
export const countFailures = async (scope: Scope, input: ListInput): Promise<Failures> => {
  const page = async (order: string) => {
    const request = parseListRequest(unrepairedListing, { ...input, orderBy: { text: order, pointer: '' } })
    const { results, total } = await readPage(
      scope,
      unrepairedListing,
      { ...request, take: 1 },
      failureColumns(scope.tenant.timeZone),
    )
    const [row] = JSON.parse(results) as Failure[]
    return { total, day: row?.day ?? null }
  }
  const first = await page('CreatedDate')
  const last = await page('CreatedDate desc')
  return { count: first.total, firstDay: first.day, lastDay: last.day }
}

/** Lists the ids of all failed executions that a filter finds and that were not repeated since, in their order. */
export const listFailures = async (scope: Scope, input: ListInput): Promise<number[]> => {
  const request = parseListRequest(unrepairedListing, input)
  const ids: number[] = []
  for (;;) {
    const { results } = await readPage(
      scope,
      unrepairedListing,
      { ...request, take: PAGE.max, skip: ids.length },
      failureColumns(scope.tenant.timeZone),
    )
    const rows = JSON.parse(results) as Failure[]
    ids.push(...rows.map(({ id }) => id))
    if (rows.length < PAGE.max) return ids
  }
}
