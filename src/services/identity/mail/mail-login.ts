import type { Task } from '#kernel/jobs/task'
import type { WorkContext } from '#kernel/outbox/deliver'
import type { Login } from '#prisma/client'
import { mailOf } from '#services/mail/rendering/mail-parts'
import type { MailSending } from '#services/mail/sending/send-mail'
import { staffLink } from '#services/mail/staff-links'
import { MailRefused, type OutgoingMail } from '#services/mail/transport/mail-transport'
import { findEmailChange, storeEmailLink } from '../email-change/email-changes.ts'
import { storeLink } from './login-links.ts'
import {
  addressInUseText,
  addressNoticeText,
  emailLinkText,
  type LoginMailText,
  noticeText,
  resetText,
  seatText,
} from './login-mail-texts.ts'
import {
  type EmailLinkRequest,
  type LoginMail,
  type LoginNotice,
  MAIL_EMAIL_LINK,
  MAIL_LOGIN,
  type ResetRequest,
  type SeatNotice,
} from './login-mails.ts'

type Sending = Pick<MailSending, 'transport' | 'origin' | 'installation' | 'from'>

/** The links of older requests would be void when they arrive. */
const MAX_AGE_MS = 3_600_000

/**
 * Returns the job that mails people about their logins. A login belongs to no tenant, so these mails are of the
 * installation: no tenant can change their texts, read them or suppress them. They are not stored. A job that is killed
 * mails again, and the newest link counts.
 */
export const loginMailTasks = (sending: Sending): Record<string, Task> => ({
  [MAIL_LOGIN]: async (context, payload) => {
    const mail = payload as LoginMail
    if (mail.kind === 'reset') await mailReset(context, sending, mail)
    else if (mail.kind === 'seat') await mailSeat(context, sending, mail)
    else await mailNotice(context, sending, mail)
  },
  [MAIL_EMAIL_LINK]: (context, payload) => mailEmailLink(context, sending, payload as EmailLinkRequest),
})

/** Anybody can request a link for any address, and must not be able to fill its mailbox. */
const PAUSE_MS = 5 * 60_000

const mailReset = async (context: WorkContext, sending: Sending, { to, requestId, at, next }: ResetRequest) => {
  const { system } = context.database
  const now = context.clock.now()
  if (now.getTime() - at > MAX_AGE_MS) return
  const where = 'email' in to ? to : { id: to.loginId }
  const login = await system.login.findFirst({ where: { ...where, disabledAt: null } })
  // An administrator that requests a link for a person is known.
  const pauseMs = 'email' in to ? PAUSE_MS : 0
  const link = login && (await storeLink(system, { loginId: login.id, requestId, next, pauseMs }, now))
  if (!login || !link) return
  const text = resetText(login.displayName, staffLink(sending, `/reset-password/${link.token}`))
  await send(context, sending, login, { requestedAt: at, requestId, text, at: now })
}

const mailNotice = async (
  context: WorkContext,
  sending: Sending,
  { loginId, requestId, at, what, to, cause = 'confirmed' }: LoginNotice,
) => {
  const login = await context.database.system.login.findFirst({ where: { id: loginId } })
  if (!login) return
  const time = new Date(at)
  const text = to
    ? addressNoticeText(login.displayName, { what, cause, at: time, links: sending })
    : noticeText(login.displayName, what, time, sending)
  await send(context, sending, { ...login, ...(to && { email: to }) }, { requestedAt: at, requestId, text, at: time })
}

/** Mails a link to a new address. One that another login has gets no link: only its owner is notified. */
const mailEmailLink = async (
  context: WorkContext,
  sending: Sending,
  { loginId, requestId, at }: EmailLinkRequest,
): Promise<void> => {
  const { system } = context.database
  const now = context.clock.now()
  const login = await system.login.findFirst({ where: { id: loginId, disabledAt: null } })
  const change = login && (await findEmailChange(system, loginId, now))
  if (!change || change.requestId !== requestId) return
  const message = { requestedAt: at, requestId, at: new Date(at) }
  const owner = await system.login.findFirst({ where: { email: change.email } })
  if (owner) {
    const text = addressInUseText(owner.displayName, change.email)
    return send(context, sending, owner, { ...message, text })
  }
  const token = await storeEmailLink(system, { loginId, requestId })
  if (token === undefined) return
  const text = emailLinkText(login.displayName, change.email, staffLink(sending, `${CONFIRM_PATH}/${token}`))
  await send(context, sending, { ...login, email: change.email }, { ...message, text })
}

/** The page of the link. */
const CONFIRM_PATH = '/account/email/confirm'

const mailSeat = async (context: WorkContext, sending: Sending, { tenantId, loginId, requestId, at }: SeatNotice) => {
  const { system } = context.database
  const login = await system.login.findFirst({ where: { id: loginId } })
  const seat = await system.staff.findFirst({ where: { tenantId, loginId }, include: { role: true } })
  const tenant = await system.tenant.findFirst({ where: { id: tenantId } })
  if (!login || !seat || !tenant) return
  const text = seatText(login.displayName, {
    tenantName: tenant.name,
    roleName: seat.role.name,
    links: sending,
  })
  await send(context, sending, login, { requestedAt: at, requestId, text, at: new Date(at) })
}

interface Message {
  /** Milliseconds since 1970: files of mails that are not sent are in the order of their requests. */
  requestedAt: number
  /** Unique for each job: two mails can be requested at the same time. */
  requestId: string
  text: LoginMailText
  at: Date
}

const send = async (
  { log }: Pick<WorkContext, 'log'>,
  { transport, from, origin }: Sending,
  login: Pick<Login, 'id' | 'email' | 'displayName'>,
  { requestedAt, requestId, text, at }: Message,
): Promise<void> => {
  const mail: OutgoingMail = {
    // Not of a tenant.
    tenantId: 0,
    id: `${requestedAt}-${requestId}`,
    messageId: `<login-${requestId}@${new URL(origin).hostname}>`,
    date: at,
    from: { name: 'Guildhall', address: from },
    to: { name: login.displayName, address: login.email },
    replyTo: null,
    ...mailOf(text),
    unsubscribeUrl: null,
  }
  try {
    await transport.send(mail)
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error
    log.warn({ loginId: login.id, reason: error.message }, 'a mail about a login was rejected')
  }
}
