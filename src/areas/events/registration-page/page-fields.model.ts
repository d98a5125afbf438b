import type { FormValues } from '#services/pages/form-values'

/** Names of the fields of the page, besides those that are pointers into the form. */
export const FIELD = {
  count: 'attendees',
  isPayer: 'attending',
  code: 'code',
  link: 'link',
  captcha: 'captcha',
  secondCaptcha: 'captcha2',
  payment: 'payment',
  orderNumber: 'ordernumber',
  total: 'total',
  action: 'action',
  order: 'order',
  /** Proves that the form was made for the session of a member. */
  form: 'form',
} as const

export const MAX_ATTENDEES = 50

/** Returns the name of the field for a choice of a list of the event. */
export const choiceField = (list: 'item' | 'donation' | 'tier' | 'exhibitor', id: number, detail = ''): string =>
  `${list}/${id}${detail}`

export const attendeePointer = (at: number): string => `/Registrations/${at}`
export const fieldOfQuestion = (owner: string, fieldId: number): string => `${owner}/Answers/${fieldId}`

/** Returns the number of attendees of a form: at least 1, unless the visitor has removed all. */
export const countAttendees = (values: FormValues): number => {
  const count = Number(values.get(FIELD.count) ?? 1)
  return Number.isInteger(count) ? Math.min(Math.max(count, 0), MAX_ATTENDEES) : 1
}

/** Returns the id of a field in the page. */
export const idOf = (name: string): string => `f${name.replace(/[^\w]+/g, '-')}`
