import type { FastifyPluginAsync } from 'fastify'
import type { CalendarMails } from '#contract/work/calendars'
import { operations } from '#contract/work/calendars'
import { serve } from '#kernel/http/serve'
import type { MailSwitches } from '#services/mail/mail-switches'
import { getMailSwitches, saveMailSwitches } from '#services/mail/mail-switches'
import { APPROVED, DECLINED } from './mails.service.ts'

const presentMails = (isOn: MailSwitches<typeof APPROVED | typeof DECLINED>): CalendarMails => ({
  IsApprovedOn: isOn[APPROVED],
  IsDeclinedOn: isOn[DECLINED],
})

/** Serves the mails that calendars send by themselves. */
export const calendarMails: FastifyPluginAsync = async (app) => {
  serve(app, operations.getCalendarMails, async ({ scope }) =>
    presentMails(await getMailSwitches(scope, [APPROVED, DECLINED])),
  )

  serve(app, operations.saveCalendarMails, async ({ scope, body }) =>
    presentMails(await saveMailSwitches(scope, { [APPROVED]: body.IsApprovedOn, [DECLINED]: body.IsDeclinedOn })),
  )
}
