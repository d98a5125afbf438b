import { type Fault, findInCode, isInArea, lineAt, type SourceFile } from './sources.ts'

const MAY_HAVE_SQL = /\.(sql|queries|listing|uses|files|area)\.ts$/
const SQL_TAG = /(^|\.)(sql|rows|\$queryRaw|\$executeRaw)$/

/** Keywords that PostgreSQL reserves, or that differ from a column by what follows them. */
const KEYWORDS = [
  'select|from|where|on|and|or|not|as|with|having|limit|offset|returning|union|intersect|except|distinct|using',
  'case|when|then|else|end|null|in|is|asc|desc|exists|between|like|ilike|lateral|conflict|into',
  'order\\s+by|group\\s+by|partition\\s+by|(?:left|right|inner|cross|full)\\s+(?:outer\\s+)?join|join',
  'insert\\s+into|delete\\s+from|update\\s+(?:only\\s+)?[a-z_."]+(?:\\s+[a-z]+)?\\s+set',
  'for\\s+(?:no\\s+key\\s+)?(?:update|share|key\\s+share)|skip\\s+locked|do\\s+(?:update|nothing)',
].join('|')
const LOWER_KEYWORD = new RegExp(`(?<![\\w.":$-])(?:${KEYWORDS})(?![\\w."(-]|\\s*=)`, 'g')
const QUOTED = /'(?:[^']|'')*'|"[^"]*"|--[^\n]*/g

/** SQL of an area is in its .sql.ts, or in its .queries.ts if it is short; expressions also in .listing.ts, .uses.ts and .files.ts. */
export const checkSqlFiles = (files: SourceFile[]): Fault[] =>
  findInCode(
    files.filter((file) => isInArea(file) && !MAY_HAVE_SQL.test(file.path)),
    /\bPrisma\.(sql|raw)\b|\$(query|execute)Raw(Unsafe)?\b/g,
    (found) => `"${found}": SQL of an area belongs in its .sql.ts or .queries.ts file`,
  )

/** Keywords of SQL are in upper case. */
export const checkKeywords = (files: SourceFile[]): Fault[] =>
  files
    .filter(({ path }) => path.startsWith('src/'))
    .flatMap(({ path, text, pieces }) =>
      pieces
        .filter(({ kind, tag }) => kind === 'template' && SQL_TAG.test(tag))
        .flatMap((piece) => {
          const bare = piece.text.replaceAll(QUOTED, (quoted) => quoted.replace(/[^\n]/g, '_'))
          return [...bare.matchAll(LOWER_KEYWORD)].map((match) => ({
            path,
            line: lineAt(text, piece.at + match.index),
            message: `"${match[0]}": write keywords of SQL in upper case`,
          }))
        }),
    )

/** Rows that TypeScript sees have camelCase columns: no interface of an area outside .sql.ts has a key with an underscore. */
export const checkRowKeys = (files: SourceFile[]): Fault[] =>
  files
    .filter((file) => isInArea(file) && !/\.(sql|queries)\.ts$/.test(file.path))
    .flatMap(({ path, text, code }) =>
      [...code.matchAll(/\b(?:interface\s+\w+[^{=;]*|type\s+\w+(?:<[^=]*>)?\s*=\s*){([^}]*)}/g)].flatMap((block) =>
        [...(block[1] ?? '').matchAll(/^\s*(?:readonly\s+)?([a-z][a-z0-9]*(?:_[a-z0-9]+)+)\??:/gm)].map((key) => ({
          path,
          line: lineAt(text, block.index + block[0].indexOf(key[0])) + (key[0].startsWith('\n') ? 1 : 0),
          message: `"${key[1]}": name the column in camelCase in its SQL (AS "...")`,
        })),
      ),
    )
