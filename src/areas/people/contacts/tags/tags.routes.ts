import type { FastifyInstance } from 'fastify'
import { operations } from '#contract/people/contacts-details'
import { serve } from '#kernel/http/serve'
import { expectedIfMatch } from '#kernel/http/versions'
import { each, gone, withVersion } from '../contact-parts.ts'
import { addTag, removeTag } from './contact-tags.service.ts'
import { presentListItem, presentTag } from './tags.presenter.ts'
import { listTags, listTagsOfContact } from './tags.queries.ts'
import { deleteTag, saveTag } from './tags.service.ts'

export const tagRoutes = (app: FastifyInstance): void => {
  serve(app, operations.listTags, async ({ scope, query }) => {
    const tags = await listTags(scope, { take: query.Take, skip: query.Skip, criteria: query.Criteria })
    return tags.map(presentListItem)
  })

  serve(app, operations.saveTag, async ({ scope, params, body }) =>
    presentListItem(await saveTag(scope, params.tagId, body)),
  )

  serve(app, operations.deleteTag, async ({ scope, params }) => {
    await deleteTag(scope, params.tagId)
    return {}
  })

  serve(app, operations.listContactTags, async ({ scope, params }, reply) =>
    withVersion(reply, await listTagsOfContact(scope, params.contactId), each(presentTag)),
  )

  serve(app, operations.addContactTag, async (request, reply) => {
    const { scope, params, body } = request
    return withVersion(reply, await addTag(scope, params.contactId, body, expectedIfMatch(request)), presentTag)
  })

  serve(app, operations.removeContactTag, async (request, reply) => {
    const { scope, params } = request
    return withVersion(reply, await removeTag(scope, params.contactId, params.tagId, expectedIfMatch(request)), gone)
  })
}
