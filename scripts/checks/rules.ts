import { checkCalls } from './calls.ts'
import { checkCasts } from './casts.ts'
import {
  checkConnections,
  checkDatabase,
  checkIdentity,
  checkPrismaValues,
  checkTransactionLimits,
} from './database.ts'
import { checkDuplicateNames } from './duplicate-names.ts'
import { checkImports } from './imports.ts'
import { checkLookups } from './lookups.ts'
import { checkObjectSpreads } from './object-spreads.ts'
import { checkParameters } from './parameters.ts'
import { checkDescriptions, checkDetails, checkNames, checkSchemaComments } from './prose.ts'
import { checkReaders } from './readers.ts'
import { checkRoleList, checkRoles } from './roles.ts'
import { type Fault, isInArea, type SourceFile } from './sources.ts'
import { checkKeywords, checkRowKeys, checkSqlFiles } from './sql.ts'
import { checkThinFiles } from './thin.ts'
import { checkWriters } from './writers.ts'

/** Every fault of every rule. */
export const checkAll = (files: SourceFile[]): Fault[] => [
  ...checkRoles(files),
  ...checkRoleList(files),
  ...checkSqlFiles(files),
  ...checkKeywords(files),
  ...checkRowKeys(files),
  ...checkImports(files),
  ...checkCasts(files),
  ...checkCalls(files),
  ...checkObjectSpreads(files),
  ...checkLookups(files),
  ...checkDatabase(files),
  ...checkConnections(files),
  ...checkTransactionLimits(files),
  ...checkIdentity(files),
  ...checkPrismaValues(files),
  ...checkWriters(files),
  ...checkReaders(files),
  ...checkThinFiles(files),
  ...checkParameters(files),
  ...checkDuplicateNames(files),
  ...checkNames(files, contractNames(files)),
  ...checkDetails(files),
  ...checkDescriptions(files),
  ...checkSchemaComments(files),
]

/** The names that the contract gives: of its operations and shapes. They are documented, and stay. */
export const contractNames = (files: SourceFile[]): Set<string> =>
  new Set(
    files
      .filter(({ path }) => path.startsWith('openapi/'))
      .flatMap(({ text }) => [...text.matchAll(/operationId: (\w+)|^ {4}(\w+):$/gm)])
      .flatMap(([, id, shape]) => [id ?? shape ?? '']),
  )

/** The minimum that the check must see. With less, its own parser is broken and finds no fault either. */
const MINIMUMS: { what: string; least: number; count: (files: SourceFile[]) => number }[] = [
  { what: 'files of areas', least: 200, count: (files) => files.filter(isInArea).length },
  { what: 'files of tests', least: 150, count: (files) => files.filter(({ path }) => path.startsWith('test/')).length },
  {
    what: 'files of the contract',
    least: 25,
    count: (files) => files.filter(({ path }) => path.endsWith('.yaml')).length,
  },
  {
    what: 'files of the schema',
    least: 10,
    count: (files) => files.filter(({ path }) => path.endsWith('.prisma')).length,
  },
  { what: 'exported names', least: 1000, count: (files) => countOf(files, /\bexport\s+\w+\s+\w+/g) },
  { what: 'statements of SQL', least: 200, count: (files) => countOf(files, /\bPrisma\.sql\b/g) },
]

const countOf = (files: SourceFile[], pattern: RegExp) =>
  files.reduce((total, { code }) => total + [...code.matchAll(pattern)].length, 0)

/** Returns a message for each minimum that is not met. */
export const tooFew = (files: SourceFile[]): string[] =>
  MINIMUMS.map(({ what, least, count }) => ({ what, least, seen: count(files) }))
    .filter(({ least, seen }) => seen < least)
    .map(({ what, least, seen }) => `Only ${seen} ${what} were seen, less than ${least}: the check itself is broken.`)
