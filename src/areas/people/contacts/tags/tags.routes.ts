import type { FastifyPluginAsync } from 'fastify'
import type { ContactTagItem, TagListItem } from '#contract/people/contacts-details'
import { operations } from '#contract/people/contacts-details'
import { serve } from '#kernel/http/serve'
import { serveAction } from '#kernel/http/serve-forms'
import { expectedIfMatch } from '#kernel/http/versions'
import { parseNamedListQuery } from '#kernel/listing/input'
import { sendRows } from '#kernel/listing/list-rows'
import type { Tag } from '#prisma/client'
import { sendVersionOf } from '../contacts.presenter.ts'
import { tagList } from './tags.listing.ts'
import type { TagWithCount } from './tags.queries.ts'
import { listTagsOfContact } from './tags.queries.ts'
import { addTag, deleteTag, removeTag, saveTag } from './tags.service.ts'

const presentTag = (tag: Tag): ContactTagItem => ({ TagId: tag.id, Name: tag.name, CssColor: tag.cssColor })

const presentTagListItem = (tag: TagWithCount): TagListItem => ({
  TagId: tag.id,
  Name: tag.name,
  CssColor: tag.cssColor,
  ContactCount: tag._count.contacts,
})

/** Serves the tags of a contact, and the tenant's list of tags. */
export const tags: FastifyPluginAsync = async (app) => {
  serve(app, operations.listTags, ({ scope, query }) => sendRows(scope, tagList, parseNamedListQuery(query)))

  serve(app, operations.saveTag, async ({ scope, params, body }) =>
    presentTagListItem(await saveTag(scope, params.tagId, body)),
  )

  serveAction(app, operations.deleteTag, (scope, { params }) => deleteTag(scope, params.tagId))

  serve(app, operations.listContactTags, async ({ scope, params }, reply) =>
    sendVersionOf(reply, await listTagsOfContact(scope, params.contactId)).map(presentTag),
  )

  serve(app, operations.addContactTag, async (request, reply) => {
    const { scope, params, body } = request
    return presentTag(sendVersionOf(reply, await addTag(scope, params.contactId, body, expectedIfMatch(request))))
  })

  serve(app, operations.removeContactTag, async (request, reply) => {
    const { scope, params } = request
    sendVersionOf(reply, await removeTag(scope, params.contactId, params.tagId, expectedIfMatch(request)))
    return {}
  })
}
