import { randomUUID } from 'node:crypto'
import type { JobSpec } from '#kernel/jobs/enqueue'

/** The task that mails a person about its login. */
export const MAIL_LOGIN = 'login.mail'

/** A request of a link to set a new password, by the address that was entered or for a login. */
export interface ResetRequest {
  kind: 'reset'
  /** Makes the link of the job unique. */
  requestId: string
  /** Milliseconds since 1970. */
  at: number
  to: { email: string } | { loginId: number }
  /** The page to which the person wanted to go; absent if there is none. */
  next?: string
}

/** What a person is notified of, in words: "Your password was changed". */
export interface LoginNotice {
  kind: 'notice'
  requestId: string
  at: number
  loginId: number
  what: string
  /** The address to notify, if it is not the current one of the login. */
  to?: string
  /** With `to`; absent in jobs of earlier releases. */
  cause?: AddressCause
}

/** What happened to the address of a login. */
export type AddressCause = 'requested' | 'confirmed' | 'operator'

const WHAT: Record<AddressCause, string> = {
  requested: 'Another address was requested for your login',
  confirmed: 'The address of your login was changed',
  operator: 'The operator of the server changed the address of your login',
}

export interface SeatNotice {
  kind: 'seat'
  requestId: string
  at: number
  tenantId: number
  loginId: number
}

/** A request of the link that confirms a new address. */
export interface EmailLinkRequest {
  requestId: string
  at: number
  loginId: number
}

export type LoginMail = ResetRequest | LoginNotice | SeatNotice

/** The task that mails the link to a new address. Workers of earlier releases do not know it, and leave it to others. */
export const MAIL_EMAIL_LINK = 'login.email-link'

/** After that, a link would be void, and a notice is of no use. */
const ATTEMPTS = 12

export const loginMailJob = (mail: LoginMail): JobSpec => ({
  name: MAIL_LOGIN,
  key: `login-mail:${mail.requestId}`,
  payload: { ...mail },
  attempts: ATTEMPTS,
})

/** Returns the job that mails a link to set a new password. @param next the page to which the person wanted to go. */
export const resetJob = (to: ResetRequest['to'], now: Date, next?: string): JobSpec =>
  loginMailJob({ kind: 'reset', requestId: randomUUID(), at: now.getTime(), to, ...(next !== undefined && { next }) })

/** Returns the job that notifies a person of a change of its login. Add it in the transaction of the change. */
export const noticeJob = (loginId: number, what: string, now: Date): JobSpec =>
  loginMailJob({ kind: 'notice', requestId: randomUUID(), at: now.getTime(), loginId, what })

/**
 * Returns the job that notifies the former or current address of a login of a change of it. Add it in the transaction
 * of the change.
 */
export const addressNoticeJob = (loginId: number, to: string, cause: AddressCause, now: Date): JobSpec =>
  loginMailJob({ kind: 'notice', requestId: randomUUID(), at: now.getTime(), loginId, what: WHAT[cause], to, cause })

/** Returns the job that mails the link to a new address. Add it in the transaction of the request. */
export const emailLinkJob = (request: Omit<EmailLinkRequest, 'at'>, now: Date): JobSpec => ({
  name: MAIL_EMAIL_LINK,
  key: `login-email:${request.requestId}`,
  payload: { ...request, at: now.getTime() },
  attempts: ATTEMPTS,
})

/** Returns the job that notifies a person of a new seat. Add it in the transaction that adds the seat. */
export const seatJob = (seat: { tenantId: number; loginId: number }, now: Date): JobSpec =>
  loginMailJob({ kind: 'seat', requestId: randomUUID(), at: now.getTime(), ...seat })
