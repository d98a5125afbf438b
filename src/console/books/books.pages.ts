import { operations } from '#contract/finance/receivables'
import type { ConsolePages } from '../frame/console-pages.ts'
import { booksView } from './books.page.ts'

const SECTION = '/books'
const MONTH = /^(19|20)\d{2}-(0[1-9]|1[0-2])$/

/** The months of the books: income, payments, and what is open. */
export const booksPages = (pages: ConsolePages): void => {
  pages.page({ path: SECTION, section: SECTION }, async (user, { query }) => {
    const last = query.get('to')
    const to = last !== undefined && MONTH.test(last) ? last : undefined
    const [months, receivables] = await Promise.all([
      user.call(operations.getMonthlyFigures, { query: { ...(to !== undefined && { to }) } }),
      user.call(operations.listReceivables, { query: { $top: 1 } }),
    ])
    return booksView(user, query, months.body, receivables.body.ModelItems)
  })
}
