import { operationCatalogue } from '#kernel/contract/catalogue'
import { isJsonObject, type Json } from '#kernel/contract/json'

/** Fills a route's parameters. */
export const pathWith = (url: string, value: (name: string) => string): string =>
  url.replace(/:(\w+)(\([^)]*\))?/g, (_, name: string) => value(name)).replace('*', 'x')

/** The contract's own example of the operation's body, so that a request gets past validation. */
export const exampleBody = (method: string, url: string): Json => {
  const operation = [...operationCatalogue.values()].find((known) => known.method === method && known.url === url)
  const body = operation?.document.requestBody
  const content = isJsonObject(body) && isJsonObject(body.content) ? body.content['application/json'] : undefined
  if (!isJsonObject(content)) return {}
  if (content.example !== undefined) return content.example
  const [first] = isJsonObject(content.examples) ? Object.values(content.examples) : []
  return isJsonObject(first) && first.value !== undefined ? first.value : {}
}

/** The status for a missing scope, by the contract: the operations on application permissions document 401, the others 403. */
export const statusWithoutScope = (method: string, url: string): 401 | 403 =>
  [...operationCatalogue.values()].some(
    ({ method: known, url: path, document }) =>
      // A route can limit a parameter by a pattern, which the contract does not have in its path.
      known === method &&
      path === url.replace(/\([^)]*\)/g, '') &&
      isJsonObject(document.responses) &&
      '403' in document.responses,
  )
    ? 403
    : 401
