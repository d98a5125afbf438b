import { parseAst } from 'vitest/node'

/** A node of a program, with its offsets in the source. */
export interface SyntaxNode {
  type: string
  start: number
  end: number
  [field: string]: unknown
}

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'

/** Returns the nodes that a field of a node contains. */
export const nodesIn = (value: unknown): SyntaxNode[] => {
  if (isNode(value)) return [value]
  return Array.isArray(value) ? value.filter(isNode) : []
}

/** Expressions with a type, such as `x as T`, contain code; other nodes of types do not. */
const WITH_CODE = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'])

const isCode = ({ type }: SyntaxNode) => type !== 'ImportDeclaration' && (!type.startsWith('TS') || WITH_CODE.has(type))

/** Returns every node of the code of a TypeScript module in the order of the source, without imports and types. */
export const codeNodes = (source: string): SyntaxNode[] => {
  const found: SyntaxNode[] = []
  const visit = (node: SyntaxNode): void => {
    if (!isCode(node)) return
    found.push(node)
    for (const field of Object.values(node)) for (const inner of nodesIn(field)) visit(inner)
  }
  for (const node of nodesIn(parseAst(source, { lang: 'ts' }))) visit(node)
  return found
}
