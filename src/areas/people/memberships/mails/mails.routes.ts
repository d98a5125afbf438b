import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/people/memberships'
import { serve } from '#kernel/http/serve'
import { getMailSwitches, saveMailSwitches } from '#services/mail/mail-switches'
import { RENEWED, WELCOME } from './mails.model.ts'
import { presentMails } from './mails.presenter.ts'

/** The mails that memberships send by themselves. */
export const membershipMails: FastifyPluginAsync = async (app) => {
  serve(app, operations.getMembershipMails, async ({ scope }) =>
    presentMails(await getMailSwitches(scope, [WELCOME, RENEWED])),
  )

  serve(app, operations.saveMembershipMails, async ({ scope, body }) =>
    presentMails(await saveMailSwitches(scope, { [WELCOME]: body.IsWelcomeOn, [RENEWED]: body.IsRenewedOn })),
  )
}
