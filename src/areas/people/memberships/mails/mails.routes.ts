import type { FastifyPluginAsync } from 'fastify'
import type { MembershipMails } from '#contract/people/memberships'
import { operations } from '#contract/people/memberships'
import { serve } from '#kernel/http/serve'
import type { MailSwitches } from '#services/mail/mail-switches'
import { getMailSwitches, saveMailSwitches } from '#services/mail/mail-switches'
import { RENEWED, WELCOME } from './mails.queries.ts'

const presentMails = (isOn: MailSwitches<typeof WELCOME | typeof RENEWED>): MembershipMails => ({
  IsWelcomeOn: isOn[WELCOME],
  IsRenewedOn: isOn[RENEWED],
})

/** Serves the mails that memberships send by themselves. */
export const membershipMails: FastifyPluginAsync = async (app) => {
  serve(app, operations.getMembershipMails, async ({ scope }) =>
    presentMails(await getMailSwitches(scope, [WELCOME, RENEWED])),
  )

  serve(app, operations.saveMembershipMails, async ({ scope, body }) =>
    presentMails(await saveMailSwitches(scope, { [WELCOME]: body.IsWelcomeOn, [RENEWED]: body.IsRenewedOn })),
  )
}
