/** Why a captcha is rejected. */
const MESSAGES = {
  missing: 'Solve the captcha to continue.',
  invalid: 'The captcha was not solved, or it has expired. Solve a new one.',
  used: 'This captcha was already used. Solve a new one.',
} as const

export type CaptchaFailureReason = keyof typeof MESSAGES

/** A request without the solution of a captcha that it needs. Its message is for the registrant. */
export class CaptchaFailure extends Error {
  override readonly name = 'CaptchaFailure'
  readonly reason: CaptchaFailureReason

  constructor(reason: CaptchaFailureReason) {
    super(MESSAGES[reason])
    this.reason = reason
  }
}
