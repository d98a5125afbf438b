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
export const notThere = (): Refused => new Refused({ status: 404, code: 'not-found', detail: NOT_THERE, errors: [] })

const NOT_THERE = 'It does not exist any more, or the address is wrong.'

/** 403, for a page that asks about something that the user cannot do. @param what 'revoke API keys' */
export const notAllowed = (what: string): Refused =>
  new Refused({
    status: 403,
    code: 'not-allowed',
    detail: `You cannot ${what}: your role does not allow it, or it is no longer possible.`,
    errors: [],
  })
