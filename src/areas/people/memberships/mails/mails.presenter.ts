import type { MembershipMails } from '#contract/people/memberships'
import type { MailSwitches } from './mails.queries.ts'

export const presentMails = ({ isWelcomeOn, isRenewedOn }: MailSwitches): MembershipMails => ({
  IsWelcomeOn: isWelcomeOn,
  IsRenewedOn: isRenewedOn,
})
