import type { FormValues } from '#services/pages/form-values'

/** The field of a form with the query of the list that contains it. */
export const RETURN = 'return'

/** What URLSearchParams writes. */
const QUERY = /^[\w.~*%+=&-]{1,2000}$/

/** Adds the query of the list that contained a form, so that its filters and its page stay. */
export const withReturn = (path: string, form: FormValues): string => {
  const query = form.get(RETURN)
  return query === undefined || path.includes('?') || !QUERY.test(query) ? path : `${path}?${query}`
}
