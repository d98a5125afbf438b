import { type FormValues, queryText } from '#services/pages/form-values'
import { type Html, html } from '#services/pages/html'
import { addressOf, type ConsoleUser } from '../frame/user.ts'
import { countOf } from './numbers.ts'

/** The query parameter with the position of a page in a list. */
export const AFTER = 'after'

/** Number of rows on a page. */
export const PAGE_SIZE = 50

/** Returns the cursor of the next page from the Link header of a list; undefined on the last page. */
export const nextCursor = (link: string | undefined): string | undefined => {
  const target = /<([^>]+)>\s*;\s*rel="next"/.exec(link ?? '')?.[1]
  return target === undefined
    ? undefined
    : (new URL(target, 'http://localhost').searchParams.get('$skiptoken') ?? undefined)
}

export interface PagerView {
  path: string
  query: FormValues
  /** The exact number of rows of all pages. */
  total: string | null
  /** The cursor of the next page. */
  next: string | undefined
  noun: readonly [one: string, many: string]
}

/** The total of a list, with links to its first and next page. */
export const pager = ({ tenant }: ConsoleUser, { path, query, total, next, noun }: PagerView): Html => {
  const filters = queryText(query.without(AFTER))
  const address = (cursor?: string) =>
    addressWith(tenant.key, path, filters, cursor === undefined ? {} : { [AFTER]: cursor })
  return html`<nav class="pager" aria-label="Pages"><p>${countOf(Number(total ?? 0), ...noun)}</p><div>${
    query.get(AFTER) !== undefined && html`<a href="${address()}">First page</a>`
  }${next !== undefined && html`<a rel="next" href="${address(next)}">Next page</a>`}</div></nav>`
}

const addressWith = (tenantKey: string, path: string, filters: string, more: Record<string, string>): string => {
  const search = [filters, new URLSearchParams(more).toString()].filter((part) => part !== '').join('&')
  return `${addressOf(tenantKey, path)}${search === '' ? '' : `?${search}`}`
}

/** The query parameter with the number of rows before a page, for lists that are paged by number. */
const FROM = 'from'

/** Returns the number of rows before the page. */
export const offsetOf = (query: FormValues): number => {
  const sent = query.get(FROM) ?? ''
  return /^\d{1,7}$/.test(sent) ? Number(sent) : 0
}

export interface OffsetPagerView extends Omit<PagerView, 'next'> {
  /** Whether there can be more rows than the total says. */
  isMinimum?: boolean
}

/** The same for a list that is paged by number. */
export const offsetPager = (
  { tenant }: ConsoleUser,
  { path, query, total, noun, isMinimum = false }: OffsetPagerView,
): Html => {
  const from = offsetOf(query)
  const number = Number(total ?? 0)
  const filters = queryText(query.without(FROM))
  const address = (start: number) => addressWith(tenant.key, path, filters, start > 0 ? { [FROM]: String(start) } : {})
  return html`<nav class="pager" aria-label="Pages"><p>${isMinimum && 'More than '}${countOf(number, ...noun)}</p><div>${
    from > 0 && html`<a rel="prev" href="${address(Math.max(0, from - PAGE_SIZE))}">Previous page</a>`
  }${from + PAGE_SIZE < number && html`<a rel="next" href="${address(from + PAGE_SIZE)}">Next page</a>`}</div></nav>`
}
