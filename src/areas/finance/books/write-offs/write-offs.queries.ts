import { documentReader } from '../documents/documents.queries.ts'
import { writeOffSql } from './write-off-details.sql.ts'

/** Reads a write-off with its details. @throws 404. */
export const readWriteOff = documentReader('writeoff', writeOffSql)
