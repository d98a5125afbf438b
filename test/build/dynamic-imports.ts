import { parseModule, type SyntaxNode, type SyntaxTree, textOf } from './syntax-tree.ts'

/** The names that lead to a value of a module, for example `default`, `S3Client`. Empty: the module is passed on. */
export type Taken = readonly string[]

/** An `import()` of a program. */
export interface DynamicImport {
  specifier: string
  /** What its caller takes from the module. */
  taken: readonly Taken[]
}

const WHOLE: Taken = []

/** Finds each `import()` of a module with what its caller takes from it. @throws if the name of a module is computed. */
export const findDynamicImports = (code: string): DynamicImport[] => {
  const tree = parseModule(code)
  const imports = tree.nodes.filter(({ type }) => type === 'ImportExpression')
  return imports.map((node) => {
    const specifier = textOf(node.source)
    if (specifier === undefined) throw new Error('The name of an imported module is computed.')
    return { specifier, taken: takenFrom(tree, node) }
  })
}

/** What the code around an expression takes from its value, which is a module or its promise. */
const takenFrom = (tree: SyntaxTree, node: SyntaxNode): readonly Taken[] => {
  const parent = tree.parentOf(node)
  switch (parent?.type) {
    case 'AwaitExpression':
    case 'ConditionalExpression':
      return takenFrom(tree, parent)
    case 'MemberExpression':
      return parent.object === node ? takenMember(tree, parent) : [WHOLE]
    case 'VariableDeclarator':
      return parent.init === node ? takenByPattern(tree, parent.id as SyntaxNode) : []
    case 'ArrowFunctionExpression':
      return takenFromResult(tree, parent)
    case 'ArrayExpression':
      return takenFromAll(tree, parent, node)
    default:
      return [WHOLE]
  }
}

const takenMember = (tree: SyntaxTree, member: SyntaxNode): readonly Taken[] => {
  const name = textOf(member.property)
  const parent = tree.parentOf(member)
  if (name === undefined) return [WHOLE]
  if (name === 'then' && parent?.type === 'CallExpression') return takenByHandler(tree, parent)
  if (hasFallback(tree, member)) return []
  const further = name === 'default' ? takenFrom(tree, member) : [WHOLE]
  return further.map((rest) => [name, ...rest])
}

/** Whether the value may be missing: it is an operand of `??`. */
const hasFallback = (tree: SyntaxTree, node: SyntaxNode): boolean => {
  const parent = tree.parentOf(node)
  if (parent?.type === 'MemberExpression') return hasFallback(tree, parent)
  return parent?.type === 'LogicalExpression' && parent.operator === '??'
}

/** `import(...).then((module) => ...)`. */
const takenByHandler = (tree: SyntaxTree, call: SyntaxNode): readonly Taken[] => {
  const [handler] = call.arguments as SyntaxNode[]
  const [parameter] = (handler?.params ?? []) as SyntaxNode[]
  return parameter ? takenByPattern(tree, parameter) : [WHOLE]
}

/** What a declaration takes: the names of a pattern, or the uses of the variable in its function. */
const takenByPattern = (tree: SyntaxTree, pattern: SyntaxNode): readonly Taken[] => {
  if (pattern.type === 'Identifier') return takenFromVariable(tree, pattern)
  if (pattern.type !== 'ObjectPattern') return [WHOLE]
  return (pattern.properties as SyntaxNode[]).flatMap(({ key, value }) => {
    const name = textOf(key)
    if (name === undefined) return [WHOLE]
    const inner = value as SyntaxNode | null
    if (inner?.type !== 'ObjectPattern') return [[name]]
    return takenByPattern(tree, inner).map((rest) => [name, ...rest])
  })
}

const takenFromVariable = (tree: SyntaxTree, variable: SyntaxNode): readonly Taken[] => {
  const scope = functionOf(tree, variable)
  const uses = tree.nodes.filter(
    (node) => node !== variable && textOf(node) === textOf(variable) && functionOf(tree, node) === scope,
  )
  return uses.flatMap((use) => takenFrom(tree, use))
}

/** The function, or the program, that contains a node. */
const functionOf = (tree: SyntaxTree, node: SyntaxNode): SyntaxNode => {
  const parent = tree.parentOf(node)
  if (!parent) return node
  return /Function/.test(parent.type) ? parent : functionOf(tree, parent)
}

/** `const load = () => import(...)`: what the callers of `load` take. */
const takenFromResult = (tree: SyntaxTree, arrow: SyntaxNode): readonly Taken[] => {
  const declarator = tree.parentOf(arrow)
  const name = declarator?.type === 'VariableDeclarator' ? textOf(declarator.id) : undefined
  if (name === undefined) return [WHOLE]
  const calls = tree.nodes.filter(({ type, callee }) => type === 'CallExpression' && textOf(callee) === name)
  return calls.length === 0 ? [WHOLE] : calls.flatMap((call) => takenFrom(tree, call))
}

/** `const [{ name }] = await Promise.all([import(...)])`. */
const takenFromAll = (tree: SyntaxTree, array: SyntaxNode, node: SyntaxNode): readonly Taken[] => {
  const at = (array.elements as SyntaxNode[]).indexOf(node)
  const call = tree.parentOf(array)
  const declarator = call && tree.parentOf(tree.parentOf(call) ?? call)
  const pattern = declarator?.type === 'VariableDeclarator' ? (declarator.id as SyntaxNode) : undefined
  const element = pattern?.type === 'ArrayPattern' ? (pattern.elements as (SyntaxNode | null)[])[at] : undefined
  return element ? takenByPattern(tree, element) : [WHOLE]
}
