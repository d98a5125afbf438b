import { type Description, descriptionsOf, withTags } from './descriptions.ts'
import { servedOperations } from './served.ts'
import { type Fault, isTyped, lineAt, type SourceFile } from './sources.ts'
import { exportedNames } from './vocabulary.ts'
import { type Hit, hitsInName, hitsInText } from './words.ts'

const EXPORT =
  /\bexport\s+(?:default\s+)?(?:declare\s+)?(?:abstract\s+)?(?:async\s+)?(?:const|let|function\*?|class|interface|type|enum)\s+(\w+)/g

/** Calls that create a problem document or a part of one: kernel/errors/problem.ts and input-faults.ts. */
const PROBLEM_CALL = new RegExp(
  `(?:\\bnew\\s+Problem|\\b(?:${[
    'badInput|badInputs|unauthorized|forbidden|notFound|staleAuditId|conflict|preconditionFailed|ruleRefused',
    'tooManyRequests|unavailable|malformed|unknownReference',
  ].join('|')}))\\s*\\(`,
  'g',
)
const MESSAGE = /\b(?:message|detail)\s*:\s*(?=['"`])/g
/** A sentence, or the rest of one that begins with the name of a field: an argument that a function passes to such a call. */
const SENTENCE =
  /^\s*(?:[A-Z"]\S*|must|is|are|has|have|can|cannot|may|does|needs?|names?|holds?|leads?|belongs?|refers?)(?: \S+){2}/
const ENDING = /(?:\S+ ){2}\S+\.\s*$/
/** Successive lines of comments in a schema, where a comment has two or three slashes. */
const COMMENT_LINES = /(?:^[ \t]*\/\/.*\n?)+/gm
const TYPES = /^src\/kernel\/errors\/types\//

const say = ({ found, write }: Hit, where: string) => `"${found}" in ${where}: write ${write}`

/** Exported names of src use no expression of the vocabulary. Names of the contract are documented and stay. */
export const checkNames = (files: SourceFile[], contractNames: ReadonlySet<string>): Fault[] =>
  product(files).flatMap((file) =>
    exportsOf(file)
      .filter(({ name }) => !(name in exportedNames) && !contractNames.has(name))
      .flatMap(({ line, name }) =>
        hitsInName(name).map((hit) => ({ path: file.path, line, message: say(hit, `the name ${name}`) })),
      ),
  )

/** The names that a file declares and exports. */
export const exportsOf = ({ text, code }: SourceFile): { name: string; line: number }[] =>
  [...code.matchAll(EXPORT)].map(({ index, 1: name = '' }) => ({ name, line: lineAt(text, index) }))

/** Problem details, the messages of their errors, the texts of the problem types and other sentences use no expression of the vocabulary either. */
export const checkDetails = (files: SourceFile[]): Fault[] =>
  product(files).flatMap((file) => {
    const ranges = TYPES.test(file.path) ? [[0, file.text.length] as const] : detailRanges(file)
    return file.pieces
      .filter(({ kind, tag }) => kind !== 'comment' && tag === '')
      .filter(({ at, text }) => isSentence(text) || ranges.some(([from, to]) => at >= from && at < to))
      .flatMap((piece) => hitsOf(file, piece.text, piece.at, 'a message'))
  })

/** The descriptions of served operations use no expression of the vocabulary. */
export const checkDescriptions = (files: SourceFile[]): Fault[] => {
  const contract = files.filter(({ path }) => path.startsWith('openapi/') && path.endsWith('.yaml'))
  const served = withTags(servedOperations(files), contract)
  return contract.flatMap((file) => descriptionsOf(file, served)).flatMap((text) => hitsInDescription(text))
}

/** The comments of the database schema use no expression of the vocabulary: they are the documentation of the tables. */
export const checkSchemaComments = (files: SourceFile[]): Fault[] =>
  files
    .filter(({ path }) => path.endsWith('.prisma'))
    .flatMap((file) =>
      [...file.text.matchAll(COMMENT_LINES)].flatMap(({ index, 0: lines }) =>
        hitsOf(file, lines.replaceAll('///', ' //'), index, 'a comment'),
      ),
    )

/** Lists the expressions in comments, strings and documents. Not part of the check, because ordinary senses are allowed. */
export const listProse = (files: SourceFile[]): Fault[] =>
  files.flatMap((file) => {
    if (!isTyped(file) && !file.path.endsWith('.mjs')) return hitsOf(file, file.text, 0, 'the text')
    return file.pieces
      .filter(({ kind, text }) => kind === 'comment' || text.includes(' '))
      .flatMap((piece) => hitsOf(file, piece.text, piece.at, `a ${piece.kind}`))
  })

const isSentence = (text: string) => SENTENCE.test(text) || ENDING.test(text)

const product = (files: SourceFile[]) => files.filter((file) => file.path.startsWith('src/') && isTyped(file))

const hitsOf = ({ path, text }: SourceFile, part: string, at: number, where: string): Fault[] =>
  hitsInText(part).map((hit) => ({ path, line: lineAt(text, at + hit.at), message: say(hit, where) }))

const hitsInDescription = ({ path, line, text }: Description): Fault[] =>
  hitsInText(text).map((hit) => ({ path, line: line - 1 + lineAt(text, hit.at), message: say(hit, 'a description') }))

/** From the bracket of each such call to the one that closes it, and each text that is named a message or detail. */
const detailRanges = ({ code, pieces }: SourceFile): (readonly [number, number])[] => [
  ...[...code.matchAll(PROBLEM_CALL)].map(({ index, 0: call }) => {
    const from = index + call.length
    return [from, closingBracket(code, from)] as const
  }),
  ...[...code.matchAll(MESSAGE)].map(({ index, 0: label }) => {
    const from = index + label.length
    const first = pieces.find(({ at }) => at >= from)
    return [from, first ? first.at + 1 : from] as const
  }),
]

const closingBracket = (code: string, from: number): number => {
  let open = 1
  for (let at = from; at < code.length; at++) {
    if (code[at] === '(') open++
    if (code[at] === ')' && --open === 0) return at
  }
  return code.length
}
