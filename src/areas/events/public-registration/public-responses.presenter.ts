import { captchaMessageOf } from '#areas/events/captcha/captcha.service'
import type { RegistrationFault } from '#contract/events/public-registration'
import { Problem } from '#kernel/errors/problem'
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
