import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/people/chapters'
import { presentChoices } from '#kernel/http/lookup-choices'
import { serve } from '#kernel/http/serve'
import { presentChapterChoice, presentChildChoices, presentTextChoices } from './lookups.presenter.ts'
import { findTenantOrganization, listByName, listTree, listTreeWithout } from './lookups.queries.ts'

/** Serves chapters as choices for forms. */
export const chapterLookups: FastifyPluginAsync = async (app) => {
  serve(app, operations.lookupChapters, async ({ scope }) =>
    presentChoices((await listTree(scope)).map(({ id, name, number }) => ({ id, name, extra: number }))),
  )

  serve(app, operations.lookupChapterContacts, async ({ scope, params }) => {
    const choices = (await listByName(scope)).map(presentChapterChoice('organizationId'))
    const own = params.includeparent === 'true' ? await findTenantOrganization(scope) : null
    return own ? [{ Id: own.id, Name: own.displayName, PaymentGatewayId: null }, ...choices] : choices
  })

  serve(app, operations.lookupMembershipChapterContacts, async ({ scope }) =>
    (await listByName(scope)).filter(({ hasGroup }) => hasGroup).map(presentChapterChoice('organizationId')),
  )

  serve(app, operations.lookupMembershipChapters, async ({ scope }) =>
    (await listByName(scope)).filter(({ hasGroup }) => hasGroup).map(presentChapterChoice('id')),
  )

  serve(app, operations.lookupChildChapters, async ({ scope }) =>
    presentChoices(presentChildChoices(await listByName(scope))),
  )

  serve(app, operations.lookupChildChapterIds, async ({ scope }) =>
    presentTextChoices(presentChildChoices(await listByName(scope))),
  )

  serve(app, operations.lookupMembershipTypeOptionChapters, async ({ scope, params }) => {
    const children = presentChildChoices(await listByName(scope)).map(({ id, name }) => ({ id, name }))
    const top = params.includetoplevelselection ? [{ id: 0, name: 'Top level' }] : []
    return presentTextChoices([...top, ...children])
  })

  serve(app, operations.lookupParentChapters, async ({ scope, query }) => {
    const chapters = await (query.chapterid === undefined ? listTree(scope) : listTreeWithout(scope, query.chapterid))
    return presentChoices(chapters.map(({ organizationId, name }) => ({ id: organizationId, name })))
  })
}
