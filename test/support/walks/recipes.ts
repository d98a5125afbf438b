/** How a walk creates one record of each kind: by the save operation's own example, with references that exist. */
import type { Json } from '#kernel/contract/json'
import { allWalks } from './all-walks.ts'
import type { Ids, World } from './world.ts'

/** A request body; undefined leaves a field out. */
export type Body = Record<string, Json | undefined>
type BodyOf = (world: World, ids: Ids) => Body | Promise<Body>

/** A save operation, the field of its response with the new id, and the body's changes to the example. */
export interface SaveRecipe {
  save: string
  id: string
  body?: BodyOf
}
export type Recipe = SaveRecipe | ((world: World, ids: Ids) => Promise<string>)

/** A recipe by a save operation. */
export const saved = (save: string, id: string, body?: BodyOf): SaveRecipe => ({ save, id, ...(body && { body }) })

/** The recipes of all areas, those for the longest ends of paths first. */
const recipes = () =>
  allWalks()
    .flatMap(({ recipes: own = [] }) => own)
    .sort(([one], [other]) => other.length - one.length)

/** The recipe for the record whose id is the last parameter of a path; undefined if no area has one. */
export const findRecipe = (path: string): Recipe | undefined =>
  recipes().find(([end]) => path.toLowerCase().endsWith(end))?.[1]

/** As findRecipe, but throws if no area has one. */
export const recipeFor = (path: string): Recipe => {
  const known = findRecipe(path)
  if (!known)
    throw new Error(`No recipe creates the record of ${path}: add it to \`recipes\` in *.walks.ts of the area`)
  return known
}

/** The recipe that a save operation belongs to. */
export const savesBy = (operationId: string): SaveRecipe | undefined =>
  recipes()
    .map(([, recipe]) => recipe)
    .find((recipe): recipe is SaveRecipe => typeof recipe === 'object' && recipe.save === operationId)
