import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/people/contacts-details'
import { serve } from '#kernel/http/serve'
import { serveAction } from '#kernel/http/serve-forms'
import { expectedIfMatch } from '#kernel/http/versions'
import { findEditable } from '../contact-parts.queries.ts'
import { sendVersionOf } from '../contacts.presenter.ts'
import { presentCategory, presentCategoryItem, presentCategoryList } from './categories.presenter.ts'
import { listCategoriesOfContact, listCategoryLists } from './categories.queries.ts'
import {
  assignCategory,
  deleteCategoryItem,
  deleteCategoryList,
  removeCategory,
  saveCategoryItem,
  saveCategoryList,
} from './categories.service.ts'

/** Serves the categories of a contact, and the tenant's category lists. */
export const categories: FastifyPluginAsync = async (app) => {
  serve(app, operations.listCategoryLists, async ({ scope, query }) =>
    (await listCategoryLists(scope, query.CategoryTypeId)).map(presentCategoryList),
  )

  serve(app, operations.saveCategoryList, async ({ scope, params, body }) =>
    presentCategoryList(await saveCategoryList(scope, params.categoryListId, body)),
  )

  serveAction(app, operations.deleteCategoryList, (scope, { params, query }) =>
    deleteCategoryList(scope, params.categoryListId, query.forceSave),
  )

  serve(app, operations.saveCategoryItem, async ({ scope, params, body }) =>
    presentCategoryItem(await saveCategoryItem(scope, params.categoryListId, params.categoryItemId, body)),
  )

  serveAction(app, operations.deleteCategoryItem, (scope, { params, query }) =>
    deleteCategoryItem(scope, params.categoryListId, params.categoryItemId, query.forceSave),
  )

  serve(app, operations.listContactCategories, async ({ scope, params }, reply) => {
    const found = await listCategoriesOfContact(scope, params.contactId)
    const isEditable = (await findEditable(scope, [params.contactId])).has(params.contactId)
    return sendVersionOf(reply, found).map((item) => presentCategory(isEditable, item))
  })

  serve(app, operations.assignContactCategory, async (request, reply) => {
    const { scope, params } = request
    const assigned = await assignCategory(scope, params.contactId, params.categoryItemId, expectedIfMatch(request))
    return presentCategory(true, sendVersionOf(reply, assigned))
  })

  serve(app, operations.removeContactCategory, async (request, reply) => {
    const { scope, params } = request
    sendVersionOf(reply, await removeCategory(scope, params.contactId, params.categoryItemId, expectedIfMatch(request)))
    return {}
  })
}
