import { type Body, recipeFor, type SaveRecipe } from './recipes.ts'
import type { Ids, World } from './world.ts'

/** Creates a record by a path, and returns the field of the response that is its id. */
export const saveAt = async (world: World, url: string, id: string, body: object): Promise<number> =>
  Number((await world.post(url, body))[id])

/** Creates a group. */
export const group = (world: World) => world.idOf('/groups/:groupid', 'groupid')

/** Creates a person. */
export const person = async (world: World) => Number(await world.person())

/** Creates a custom field for texts. */
export const field = (world: World, body: object) => world.make(customField(body), new Map())

const customField = (body: object) => ({
  save: 'saveCustomField',
  id: 'CustomFieldId',
  body: () => ({ CustomFieldDataTypeId: '1', SelectListItems: undefined, ...body }),
})

/** Creates a chapter. Returns its id and the contact id of its organization. */
export const chapter = async (world: World, body: Body = {}): Promise<{ id: number; organization: number }> => {
  const recipe = recipeFor(':chapterid') as SaveRecipe
  const merged = async (...given: [World, Ids]) => ({ ...(await recipe.body?.(...given)), ...body })
  const id = Number(await world.make({ ...recipe, body: merged }, new Map()))
  return { id, organization: Number((await world.get(`/api/chapters/${id}`)).OrganizationId) }
}

const listOf = async (world: World, id: number): Promise<number> =>
  (
    await world.server.database.system.categoryItem.findFirstOrThrow({
      where: { tenantId: world.caller.tenant.id, id },
    })
  ).listId

/** The path of the category list of an item. */
export const categoryList = async (world: World, itemId: number) =>
  `/api/contacts/categorylists/${await listOf(world, itemId)}`

export const categoryItem = async (world: World, itemId: number) =>
  `${await categoryList(world, itemId)}/items/${itemId}`
