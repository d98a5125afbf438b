import type { CalendarMails } from '#contract/work/calendars'
import type { MailSwitches } from '#services/mail/mail-switches'
import { APPROVED, DECLINED } from './mails.model.ts'

export const presentMails = (isOn: MailSwitches<typeof APPROVED | typeof DECLINED>): CalendarMails => ({
  IsApprovedOn: isOn[APPROVED],
  IsDeclinedOn: isOn[DECLINED],
})
