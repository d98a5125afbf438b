import { type Fault, findInCode, isInArea, type SourceFile } from './sources.ts'

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

/** Areas access the database by the tenant handle, in one way. */
export const checkDatabase = (files: SourceFile[]): Fault[] => {
  const areas = files.filter(isInArea)
  return FORBIDDEN.flatMap((pattern) => findInCode(areas, pattern, (found) => `"${found}": ${INSTEAD}`))
}
