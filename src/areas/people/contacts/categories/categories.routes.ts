import type { FastifyInstance } from 'fastify'
import { operations } from '#contract/people/contacts-details'
import { serve } from '#kernel/http/serve'
import { expectedIfMatch } from '#kernel/http/versions'
import { each, gone, withVersion } from '../contact-parts.ts'
import { presentCategory, presentItem, presentList } from './categories.presenter.ts'
import { listCategoriesOfContact, listCategoryLists } from './categories.queries.ts'
import { assignCategory, removeCategory } from './categories.service.ts'
import { deleteCategoryItem, saveCategoryItem } from './category-items.service.ts'
import { deleteCategoryList, saveCategoryList } from './category-lists.service.ts'

export const categoryRoutes = (app: FastifyInstance): void => {
  serve(app, operations.listCategoryLists, async ({ scope, query }) =>
    (await listCategoryLists(scope, query.CategoryTypeId)).map(presentList),
  )

  serve(app, operations.saveCategoryList, async ({ scope, params, body }) =>
    presentList(await saveCategoryList(scope, params.categoryListId, body)),
  )

  serve(app, operations.deleteCategoryList, async ({ scope, params, query }) => {
    await deleteCategoryList(scope, params.categoryListId, query.forceSave)
    return {}
  })

  serve(app, operations.saveCategoryItem, async ({ scope, params, body }) =>
    presentItem(await saveCategoryItem(scope, params.categoryListId, params.categoryItemId, body)),
  )

  serve(app, operations.deleteCategoryItem, async ({ scope, params, query }) => {
    await deleteCategoryItem(scope, params.categoryListId, params.categoryItemId, query.forceSave)
    return {}
  })

  serve(app, operations.listContactCategories, async ({ scope, params }, reply) =>
    withVersion(
      reply,
      await listCategoriesOfContact(scope, params.contactId),
      each((item) => presentCategory(scope, item)),
    ),
  )

  serve(app, operations.assignContactCategory, async (request, reply) => {
    const { scope, params } = request
    return withVersion(
      reply,
      await assignCategory(scope, params.contactId, params.categoryItemId, expectedIfMatch(request)),
      (item) => presentCategory(scope, item),
    )
  })

  serve(app, operations.removeContactCategory, async (request, reply) => {
    const { scope, params } = request
    return withVersion(
      reply,
      await removeCategory(scope, params.contactId, params.categoryItemId, expectedIfMatch(request)),
      gone,
    )
  })
}
