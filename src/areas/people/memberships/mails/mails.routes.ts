import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/people/memberships'
import { serve } from '#kernel/http/serve'
import { presentMails } from './mails.presenter.ts'
import { getMailSwitches } from './mails.queries.ts'
import { saveMailSwitches } from './mails.service.ts'

/** The mails that memberships send by themselves. */
export const membershipMails: FastifyPluginAsync = async (app) => {
  serve(app, operations.getMembershipMails, async ({ scope }) => presentMails(await getMailSwitches(scope)))

  serve(app, operations.saveMembershipMails, async ({ scope, body }) =>
    presentMails(await saveMailSwitches(scope, body)),
  )
}
