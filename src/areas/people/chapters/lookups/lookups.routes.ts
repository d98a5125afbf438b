import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/people/chapters'
import { serve } from '#kernel/http/serve'
import { childChoices, presentChoice, presentLookup, presentTextLookup } from './lookups.presenter.ts'
import { findTenantOrganization, listByName, listTree, listTreeWithout } from './lookups.queries.ts'

/** Chapters as choices for forms. */
export const chapterLookups: FastifyPluginAsync = async (app) => {
  serve(app, operations.lookupChapters, async ({ scope }) =>
    presentLookup((await listTree(scope)).map(({ id, name, number }) => ({ id, name, extra: number }))),
  )

  serve(app, operations.lookupChapterContacts, async ({ scope, params }) => {
    const choices = (await listByName(scope)).map(presentChoice('organizationId'))
    const own = params.includeparent === 'true' ? await findTenantOrganization(scope) : null
    return own ? [{ Id: own.id, Name: own.displayName, PaymentGatewayId: null }, ...choices] : choices
  })

  serve(app, operations.lookupMembershipChapterContacts, async ({ scope }) =>
    (await listByName(scope)).filter(({ hasGroup }) => hasGroup).map(presentChoice('organizationId')),
  )

  serve(app, operations.lookupMembershipChapters, async ({ scope }) =>
    (await listByName(scope)).filter(({ hasGroup }) => hasGroup).map(presentChoice('id')),
  )

  serve(app, operations.lookupChildChapters, async ({ scope }) => presentLookup(childChoices(await listByName(scope))))

  serve(app, operations.lookupChildChapterIds, async ({ scope }) =>
    presentTextLookup(childChoices(await listByName(scope))),
  )

  serve(app, operations.lookupMembershipTypeOptionChapters, async ({ scope, params }) => {
    const children = childChoices(await listByName(scope)).map(({ id, name }) => ({ id, name }))
    const top = params.includetoplevelselection ? [{ id: 0, name: 'Top level' }] : []
    return presentTextLookup([...top, ...children])
  })

  serve(app, operations.lookupParentChapters, async ({ scope, query }) => {
    const chapters = await (query.chapterid === undefined ? listTree(scope) : listTreeWithout(scope, query.chapterid))
    return presentLookup(chapters.map(({ organizationId, name }) => ({ id: organizationId, name })))
  })
}
