import { type Fault, findInCode, isInArea, type SourceFile } from './sources.ts'

const INSTEAD = 'use db.prisma, db.rows or db.transaction, and inside a transaction the models and tx.rows'

const FORBIDDEN = [
  /\.direct\s*(<[^()]*>)?\(/g,
  /\.sequence\s*\(/g,
  /\b[dD]b\.json\s*\(/g,
  /\$(query|execute)Raw(Unsafe)?\b/g,
  /\btenantPool\b/g,
]

/** Areas access the database by the tenant handle, in one way. */
export const checkDatabase = (files: SourceFile[]): Fault[] => {
  const areas = files.filter(isInArea)
  return FORBIDDEN.flatMap((pattern) => findInCode(areas, pattern, (found) => `"${found}": ${INSTEAD}`))
}
