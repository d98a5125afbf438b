import { captchaMessageOf } from '#areas/events/captcha/captcha.service'
import type { RegistrationFault } from '#contract/events/public-registration'
import { conflict, notFound, Problem, ruleRefused } from '#kernel/errors/problem'
import { fault, RegistrationRefusal } from './refusals.model.ts'

/** The documented form of the responses of the public operations for events. */
export interface PublicResponse<Data> {
  Status: number
  StatusMessage: string | null
  Data: Data | null
  Errors: RegistrationFault[]
}

/** Returns the result of an operation, or its refusal, as a Public response. Other errors are thrown. */
export const respond = async <Data>(work: () => Promise<Data>): Promise<PublicResponse<Data>> => {
  try {
    return { Status: 0, StatusMessage: null, Data: await work(), Errors: [] }
  } catch (error) {
    return { ...refusalOf(error), Data: null }
  }
}

const refusalOf = (error: unknown): Omit<PublicResponse<never>, 'Data'> => {
  if (error instanceof RegistrationRefusal)
    return { Status: error.status, StatusMessage: error.message, Errors: [...error.faults] }
  const captcha = captchaMessageOf(error)
  if (captcha !== null)
    return { Status: 422, StatusMessage: captcha, Errors: [fault('/CaptchaResponse', 'captcha', captcha)] }
  if (!(error instanceof Problem) || ![402, 404, 409, 412, 422].includes(error.status)) throw error
  return { Status: error.status, StatusMessage: error.message, Errors: [] }
}

/**
 * Does the work of an operation whose refusals are problem documents: the faults of a form are the errors of the document.
 *
 * @throws 404; 409 order-state; 422 event-rule.
 */
export const throwProblems = async <Data>(work: () => Promise<Data>): Promise<Data> => {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof RegistrationRefusal)) throw error
    if (error.status === 404) throw notFound('event')
    if (error.status !== 422) throw conflict('order-state', error.message)
    const errors = error.faults.map(({ Pointer: pointer, Message: message }) => ({ pointer, message }))
    throw ruleRefused('event-rule', error.message, errors)
  }
}
