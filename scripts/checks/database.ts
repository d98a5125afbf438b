import { type Fault, findInCode, isInArea, lineAt, type SourceFile } from './sources.ts'

const INSTEAD = 'use db.prisma, db.rows or db.transaction, and inside a transaction the models and tx.rows'

const FORBIDDEN = [
  /\.direct\s*(<[^()]*>)?\(/g,
  /\.sequence\s*\(/g,
  /\b[dD]b\.json\s*\(/g,
  /\$(query|execute)Raw(Unsafe)?\b/g,
  /\btenantPool\b/g,
]

/** A connection that is lost between two statements emits an error; without a listener it ends the process. */
export const checkConnections = (files: SourceFile[]): Fault[] =>
  findInCode(
    files.filter(({ path, text }) => path.startsWith('src/') && !/\.on\(\s*'error'/.test(text)),
    /\bnew pg\.(Client|Pool)\b/g,
    (found) => `"${found}": use connect of kernel/database, or listen to its error event`,
  )

/** Prisma's default of 5 seconds fails a transaction on a slow machine, and each retry of it. */
export const checkTransactionLimits = (files: SourceFile[]): Fault[] =>
  files
    .filter(({ path }) => path.startsWith('src/'))
    .flatMap(({ path, text, code }) =>
      [...code.matchAll(/\$transaction\s*(?=\()/g)]
        .filter((match) => !hasSecondArgument(code, match.index + match[0].length))
        .map((match) => ({
          path,
          line: lineAt(text, match.index),
          message: '"$transaction": pass its limits, such as TRANSACTION_LIMITS of kernel/database/transaction-limits',
        })),
    )

/** @param at the opening parenthesis of a call. */
const hasSecondArgument = (code: string, at: number): boolean => {
  let depth = 0
  for (let i = at; i < code.length; i++) {
    const sign = code.charAt(i)
    if ('([{'.includes(sign)) depth++
    else if (')]}'.includes(sign)) depth--
    else if (sign === ',' && depth === 1 && /^,\s*[^\s)]/.test(code.slice(i))) return true
    if (depth === 0) return false
  }
  return false
}

/** Areas access the database by the tenant handle, in one way. */
export const checkDatabase = (files: SourceFile[]): Fault[] => {
  const areas = files.filter(isInArea)
  return FORBIDDEN.flatMap((pattern) => findInCode(areas, pattern, (found) => `"${found}": ${INSTEAD}`))
}

const PRISMA_VALUE = /^import (?!type\b)(?:(?!\nimport)[^;])*?'#prisma\/client'/gm

/** Routes, events and presenters know the types of rows at most: they have no connection and no SQL. */
export const checkPrismaValues = (files: SourceFile[]): Fault[] =>
  files
    .filter((file) => isInArea(file) && /\.(routes|events|presenter)\.ts$/.test(file.path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(PRISMA_VALUE)].map((match) => ({
        path,
        line: lineAt(text, match.index),
        message: 'imports a value of Prisma: read and write in queries and services, and import only types here',
      })),
    )

const IDENTITY = 'only services/identity accesses logins, sessions, codes, tokens and consents (decision 0039)'
const IDENTITY_MODEL =
  /\.(?:login|loginSession|loginLink|loginEmailChange|loginTotp|loginRecoveryCode|loginPasskey|loginPending|signInThrottle|oAuth(?:Code|Token|Consent))\b(?=\.\w+\()/g
const IDENTITY_TABLE =
  /\b(?:from|join|into|update)\s+(?:login|login_(?:session|link|email_change|totp|recovery_code|passkey|pending)|sign_in_throttle|oauth_\w+)\b/gi

/** The tables of logins and OAuth are behind one module. */
export const checkIdentity = (files: SourceFile[]): Fault[] => {
  const others = files.filter(({ path }) => path.startsWith('src/') && !path.startsWith('src/services/identity/'))
  const statements = others.flatMap(({ path, text, pieces }) =>
    pieces
      .filter(({ kind }) => kind !== 'comment')
      .flatMap((piece) =>
        [...piece.text.matchAll(IDENTITY_TABLE)].map((match) => ({
          path,
          line: lineAt(text, piece.at + match.index),
          message: `"${match[0]}": ${IDENTITY}`,
        })),
      ),
  )
  return [...findInCode(others, IDENTITY_MODEL, (found) => `"${found}": ${IDENTITY}`), ...statements]
}
