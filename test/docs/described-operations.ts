import type { RoutedOperation } from '#scripts/checks/served'
import { lineAt, type SourceFile } from '#scripts/checks/sources'

/** A describe that names an operation. */
interface Described {
  where: string
  method: string
  path: string
  operationId: string
}

const TITLE = /^([A-Z]+) (\/\S*) \((\w+)\)/
const CALL = /\bdescribe(?:\.\w+)?\(\s*['"`]$/

/** The operations that tests name in the form `describe('POST /api/groups/{groupId}/merge (mergeGroup)')`. */
export const describedOperations = (tests: SourceFile[]): Described[] =>
  tests.flatMap(({ path: file, text, code, pieces }) =>
    pieces
      .filter(({ kind, at }) => kind !== 'comment' && CALL.test(code.slice(Math.max(0, at - 40), at)))
      .flatMap((piece) => {
        const [, method = '', path = '', operationId = ''] = TITLE.exec(piece.text) ?? []
        return operationId ? [{ where: `${file}:${lineAt(text, piece.at)}`, method, path, operationId }] : []
      }),
  )

/** The differences between such titles and the contract. @param contract method and path of each operation by its id. */
export const faultsOf = (described: Described[], contract: ReadonlyMap<string, string>): string[] =>
  described.flatMap(({ where, method, path, operationId }) => {
    const known = contract.get(operationId)
    if (!known) return [`${where} ${operationId} is not an operation of the contract`]
    return known === `${method} ${path}` ? [] : [`${where} ${operationId} is ${known}`]
  })

/** The operations that no test below the folder that mirrors their routes file names. */
export const misplacedOperations = (described: Described[], routed: RoutedOperation[]): string[] =>
  routed.flatMap(({ operationId, routes }) => {
    const folder = routes.replace(/^src\//, 'test/').replace(/[^/]+$/, '')
    const isInFolder = described.some((one) => one.operationId === operationId && one.where.startsWith(folder))
    return isInFolder ? [] : [`${operationId} of ${routes} needs a describe in ${folder}`]
  })
