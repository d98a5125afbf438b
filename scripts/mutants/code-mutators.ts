import type { Edit } from './mutant.ts'
import { codeNodes, nodesIn, type SyntaxNode } from './syntax.ts'

type Mutator = (node: SyntaxNode, textOf: (node: SyntaxNode) => string) => Edit[]

const edit = (kind: string, { start, end }: SyntaxNode, text: string): Edit => ({ kind, start, end, text })
const only = (value: unknown): SyntaxNode[] => nodesIn(value).slice(0, 1)

const LOOSE = new Set(['LogicalExpression', 'BinaryExpression', 'ConditionalExpression', 'ArrowFunctionExpression'])

/** The text of an operand that takes the place of its parent. */
const operand = (node: SyntaxNode, textOf: (node: SyntaxNode) => string): string =>
  LOOSE.has(node.type) ? `(${textOf(node)})` : textOf(node)

/** `a && b` becomes `a` or `b`. */
const dropClause: Mutator = (node, textOf) => {
  const [left, right] = [...only(node.left), ...only(node.right)]
  if (!left || !right) return []
  const kind = node.operator === '??' ? 'default' : 'clause'
  return [left, right].map((kept) => edit(kind, node, operand(kept, textOf)))
}

const FLIPPED = new Map([
  ['<', '<='],
  ['<=', '<'],
  ['>', '>='],
  ['>=', '>'],
  ['===', '!=='],
  ['!==', '==='],
  ['+', '-'],
  ['-', '+'],
])

const flipOperator: Mutator = (node, textOf) => {
  const [left, right] = [...only(node.left), ...only(node.right)]
  const flipped = FLIPPED.get(String(node.operator))
  if (!left || !right || !flipped) return []
  const between = { ...node, start: left.end, end: right.start }
  const kind = /[+-]/.test(flipped) ? 'arithmetic' : 'comparison'
  return [edit(kind, between, textOf(between).replace(String(node.operator), flipped))]
}

const takeBranch: Mutator = (node, textOf) =>
  [...only(node.consequent), ...only(node.alternate)].map((branch) => edit('branch', node, operand(branch, textOf)))

/** The name of the function that an expression calls; undefined for no call. */
const calledBy = (node: SyntaxNode | undefined, textOf: (node: SyntaxNode) => string): string | undefined => {
  if (node?.type === 'AwaitExpression') return calledBy(only(node.argument)[0], textOf)
  return node?.type === 'CallExpression' ? only(node.callee).map(textOf)[0] : undefined
}

/** No test requires each message of the log. */
const IS_LOG = /\b(log|logger|console|span)\??\.\w+$/

const dropCall: Mutator = (node, textOf) => {
  const called = calledBy(only(node.expression)[0], textOf)
  if (called === undefined || called === 'super' || IS_LOG.test(called)) return []
  return [edit(/(^|\.)lock/.test(called) ? 'lock' : 'call', node, '')]
}

const isExit = (node: SyntaxNode): boolean =>
  ['ThrowStatement', 'ReturnStatement', 'ContinueStatement'].includes(node.type) ||
  (node.type === 'BlockStatement' && nodesIn(node.body).slice(-1).some(isExit))

/** `if (refused) throw ...` is dropped; other conditions are negated. */
const dropGuard: Mutator = (node, textOf) => {
  if (!node.alternate && only(node.consequent).some(isExit)) return [edit('guard', node, '')]
  return only(node.test).map((test) => edit('condition', test, `!(${textOf(test)})`))
}

/** One element of several, with its comma. */
const dropElements = (kind: string, elements: SyntaxNode[]): Edit[] => {
  if (elements.length < 2) return []
  return elements.map((element, at) => {
    const before = elements[at - 1]
    const after = elements[at + 1]
    const start = before?.end ?? element.start
    const end = before ? element.end : (after?.start ?? element.end)
    return { kind, start, end, text: '' }
  })
}

const SWAPPED = new Set(['Identifier', 'MemberExpression', 'ChainExpression'])

/** Exchanges two neighbors that are names, such as `row.tax` and `row.discount`. */
const swapNeighbors = (
  kind: string,
  values: (SyntaxNode | undefined)[],
  textOf: (node: SyntaxNode) => string,
): Edit[] =>
  values.slice(1).flatMap((second, at) => {
    const first = values[at]
    if (!first || !second || !SWAPPED.has(first.type) || !SWAPPED.has(second.type)) return []
    if (textOf(first) === textOf(second)) return []
    const between = textOf({ ...first, start: first.end, end: second.start })
    return [{ kind, start: first.start, end: second.end, text: textOf(second) + between + textOf(first) }]
  })

/** No test notices a query without the tenant, because the database adds it (row-level security). */
const changeObject: Mutator = (node, textOf) => {
  const properties = nodesIn(node.properties)
  const isTenant = ({ start, end }: Edit) => /^[\s,]*tenantId\b(?!\.)/.test(textOf({ ...node, start, end }))
  const values = properties.map((property) =>
    property.type === 'Property' && !property.shorthand ? only(property.value)[0] : undefined,
  )
  return [
    ...dropElements('property', properties).filter((one) => !isTenant(one)),
    ...swapNeighbors('swap', values, textOf),
  ]
}

const MAX_CHANGED = 1000

/** Integers that are no durations or sizes: those are bounds that no test should reach exactly. */
const changeNumber: Mutator = (node) => {
  const { value } = node
  if (typeof value !== 'number' || !Number.isInteger(value) || value >= MAX_CHANGED) return []
  return [edit('number', node, String(value + 1))]
}

const changeLiteral: Mutator = (node, textOf) => {
  if (node.value === 'asc') return [edit('order', node, "'desc'")]
  return node.value === 'desc' ? [edit('order', node, "'asc'")] : changeNumber(node, textOf)
}

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])

/** Whether a part of a function returns a result. */
const returnsResult = (node: SyntaxNode): boolean => {
  if (node.type === 'ReturnStatement') return Boolean(node.argument)
  return Object.values(node).some((field) =>
    nodesIn(field).some((inner) => !FUNCTIONS.has(inner.type) && returnsResult(inner)),
  )
}

/** A function without a result returns at its start. */
const returnEarly: Mutator = (node) => {
  const body = only(node.body)[0]
  const [first] = nodesIn(body?.body)
  if (body?.type !== 'BlockStatement' || !first || returnsResult(body)) return []
  return [{ kind: 'early return', start: first.start, end: first.start, text: 'if (Date.now() > 0) return\n' }]
}

const MUTATORS = new Map<string, Mutator>([
  ['LogicalExpression', dropClause],
  ['BinaryExpression', flipOperator],
  ['ConditionalExpression', takeBranch],
  ['ExpressionStatement', dropCall],
  ['IfStatement', dropGuard],
  ['ArrayExpression', (node) => dropElements('element', nodesIn(node.elements))],
  ['ObjectExpression', changeObject],
  ['CallExpression', (node, textOf) => swapNeighbors('arguments', nodesIn(node.arguments), textOf)],
  ['Literal', changeLiteral],
  ['FunctionDeclaration', returnEarly],
  ['ArrowFunctionExpression', returnEarly],
])

/** Returns every edit of the code of a TypeScript module; the type check rejects some of them. */
export const mutateCode = (source: string): Edit[] => {
  const textOf = ({ start, end }: SyntaxNode) => source.slice(start, end)
  return codeNodes(source).flatMap((node) => MUTATORS.get(node.type)?.(node, textOf) ?? [])
}
