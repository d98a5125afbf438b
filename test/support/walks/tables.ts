import { readdirSync, readFileSync } from 'node:fs'
import { operationCatalogue } from '#kernel/contract/catalogue'
import { partsOf } from './all-walks.ts'
import { pathNames } from './operations.ts'
import { isWord } from './words.ts'

const SCHEMA = new URL('../../../prisma/schema/', import.meta.url)

/** The tables of the schema by their names without underscores. */
const TABLES = new Map(
  readdirSync(SCHEMA)
    .flatMap((file) => [...readFileSync(new URL(file, SCHEMA), 'utf8').matchAll(/@@map\("(\w+)"\)/g)])
    .map(([, table = '']) => [table.replaceAll('_', ''), table]),
)

/** The table of the id in a parameter of a path: as an area says, or the one of this name, as `tax_set` of `taxSetId`. */
export const tableOf = (parameter: string, url: string): string | undefined => {
  const name = parameter.toLowerCase()
  if (url.startsWith('/native/') && ['id', 'integrationid'].includes(name)) return 'native_integration'
  if (isWord(name)) return undefined
  return partsOf('tables')[name] ?? (name.endsWith('id') ? TABLES.get(name.slice(0, -2)) : undefined)
}

/** The table of an entity, which is named as the parameters that contain its ids. */
export const tableOfEntity = (entity: string): string | undefined => tableOf(`${entity.replaceAll('-', '')}id`, '')

/** The tables of all ids in paths, each with a path that ends with the parameter. */
export const pathsByTable = (): Map<string, string> => {
  const paths = new Map<string, string>()
  const operations = [...operationCatalogue.values()]
  // The records that public paths name have mostly paths for staff, too, which recipes are for.
  for (const { url } of operations.sort((one, other) => Number(one.isPublic) - Number(other.isPublic)))
    for (const name of pathNames(url)) {
      const table = tableOf(name, url)
      if (table && !paths.has(table)) paths.set(table, url.slice(0, url.indexOf(`:${name}`) + name.length + 1))
    }
  return paths
}

/** Whether a path parameter is the id of a record below a contact. */
export const isNested = (name: string): boolean => !/contactid$/i.test(name) && tableOf(name, '') !== undefined
