import { Prisma } from '#prisma/client'
import type { Columns } from './columns.ts'
import type { Page } from './page.ts'

/** The last column of rows that document the total of their list: fillTotals replaces it, because only the page has the total. */
export const TOTAL_COLUMN: Columns = { TotalRecordAvailable: Prisma.sql`-1` }

/** Writes the total of a page into its rows. */
export const fillTotals = (page: Page): Page => ({
  ...page,
  results: page.results.replaceAll('"TotalRecordAvailable":-1}', `"TotalRecordAvailable":${page.total}}`),
})

/** Writes the total of a single row into it. */
export const fillTotalOfOne = (row: string): string =>
  row.replace(/"TotalRecordAvailable":-1\}$/, '"TotalRecordAvailable":1}')
