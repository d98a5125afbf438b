import type { FastifyPluginAsync } from 'fastify'
import { getMemberView, requireMember } from '#areas/people/member-logins/self/self.queries'
import { operations } from '#contract/events/registrations'
import { JsonText, serve } from '#kernel/http/serve'
import { readRows } from '#kernel/listing/list-rows'
import { ownRegistrationList } from './own-registrations.listing.ts'

/** What a signed-in member is registered for. */
export const ownRegistrations: FastifyPluginAsync = async (app) => {
  serve(app, operations.listOwnEventRegistrations, async ({ scope }) => {
    const { contactIds } = await getMemberView(scope, requireMember(scope))
    return new JsonText(`{"Registrations":${await readRows(scope, ownRegistrationList(scope, contactIds))}}`)
  })
}
