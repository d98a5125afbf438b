import { Refused } from './refused.ts'

/** Returns the id in a path. @throws Refused with 404 if it is not one. */
export const pathId = (text: string | undefined): number => {
  if (text !== undefined && /^[1-9]\d{0,14}$/.test(text)) return Number(text)
  throw notThere()
}

/** The same as text, for ids that a number cannot represent exactly. @throws Refused with 404. */
export const pathDigits = (text: string | undefined): string => {
  if (text !== undefined && /^[1-9]\d{0,18}$/.test(text)) return text
  throw notThere()
}

/** 404, for a path that does not lead to a record. */
export const notThere = (): Refused => new Refused({ status: 404, code: 'not-found', detail: '', errors: [] })
