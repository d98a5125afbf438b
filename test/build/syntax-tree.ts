import { parseAst } from 'vitest/node'

/** A node of a program. */
export interface SyntaxNode {
  type: string
  [field: string]: unknown
}

/** A parsed program. */
export interface SyntaxTree {
  nodes: readonly SyntaxNode[]
  /** The node that contains a node; undefined for the program. */
  parentOf(node: SyntaxNode): SyntaxNode | undefined
}

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'

/** Parses a module. */
export const parseModule = (code: string): SyntaxTree => {
  const parents = new Map<SyntaxNode, SyntaxNode>()
  const nodes: SyntaxNode[] = []
  const visit = (value: unknown, parent: SyntaxNode | undefined): void => {
    if (typeof value !== 'object' || value === null) return
    const own = isNode(value) ? value : undefined
    if (own) nodes.push(own)
    if (own && parent) parents.set(own, parent)
    for (const field of Object.values(value)) visit(field, own ?? parent)
  }
  visit(parseAst(code), undefined)
  return { nodes, parentOf: (node) => parents.get(node) }
}

/** Returns the text of an identifier or a string; undefined for other nodes. */
export const textOf = (node: unknown): string | undefined => {
  if (!isNode(node)) return undefined
  if (node.type === 'Identifier') return String(node.name)
  return node.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined
}
