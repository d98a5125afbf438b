import type { MembershipMails } from '#contract/people/memberships'
import type { MailSwitches } from '#services/mail/mail-switches'
import { RENEWED, WELCOME } from './mails.model.ts'

export const presentMails = (isOn: MailSwitches<typeof WELCOME | typeof RENEWED>): MembershipMails => ({
  IsWelcomeOn: isOn[WELCOME],
  IsRenewedOn: isOn[RENEWED],
})
