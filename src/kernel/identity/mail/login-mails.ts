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
}

/** A notice of a new seat. */
export interface SeatNotice {
  kind: 'seat'
  requestId: string
  at: number
  tenantId: number
  loginId: number
}

export type LoginMail = ResetRequest | LoginNotice | SeatNotice

/** After that, a link would be void, and a notice is of no use. */
const ATTEMPTS = 12

export const loginMailJob = (mail: LoginMail): JobSpec => ({
  name: MAIL_LOGIN,
  key: `login-mail:${mail.requestId}`,
  payload: { ...mail },
  attempts: ATTEMPTS,
})

/** The job that mails a link to set a new password. @param next the page to which the person wanted to go. */
export const resetJob = (to: ResetRequest['to'], now: Date, next?: string): JobSpec =>
  loginMailJob({ kind: 'reset', requestId: randomUUID(), at: now.getTime(), to, ...(next !== undefined && { next }) })

/** The job that notifies a person of a change of its login. Add it in the transaction of the change. */
export const noticeJob = (loginId: number, what: string, now: Date): JobSpec =>
  loginMailJob({ kind: 'notice', requestId: randomUUID(), at: now.getTime(), loginId, what })

/** The job that notifies a person of a new seat. Add it in the transaction that adds the seat. */
export const seatJob = (seat: { tenantId: number; loginId: number }, now: Date): JobSpec =>
  loginMailJob({ kind: 'seat', requestId: randomUUID(), at: now.getTime(), ...seat })
