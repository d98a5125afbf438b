import type { RegistrationCaptcha } from '#contract/events/public-registration'

/** The interface to the captcha of public registration, for one tenant. */
export interface Captcha {
  /** Returns a new challenge, as a registration form shows it. */
  challenge(): Promise<NonNullable<RegistrationCaptcha>>
  /**
   * Returns what identifies the solved challenge, or null if the response is not the solution of a current challenge of
   * this tenant. A solution can be checked several times: the caller stores that it was used.
   *
   * @throws 503 if the captcha is checked by a service that is unavailable.
   */
  check(response: string): Promise<SolvedCaptcha | null>
}

export interface SolvedCaptcha {
  /** The same for each form of the same solution. */
  key: string
  /** After this time `check` rejects the solution. */
  expiresAt: Date
}

/** How long a challenge can be solved and used. */
export const CAPTCHA_MS = 20 * 60_000
