import { type Performer, performer, threadTask } from '#kernel/threads/thread-task'
import { badFile, describeDamage } from '../tables/source.model.ts'
import type { CellFormat } from './cells.model.ts'
import {
  type ListedSheets,
  type Part,
  type Relation,
  readFormatsIn,
  readRelationsIn,
  readSheetsIn,
  readStringsIn,
} from './parts.input.ts'
import { type ReadRows, readRowsIn, type SheetBlock } from './sheet-rows.input.ts'
import { XmlFault } from './xml.input.ts'

export const readRelationsTask = threadTask<Part & { folder: string }, Relation[]>('workbooks.relations')
export const readSheetsTask = threadTask<Part, ListedSheets>('workbooks.sheets')
export const readStringsTask = threadTask<Part, string[]>('workbooks.strings')
export const readFormatsTask = threadTask<Part, CellFormat[]>('workbooks.formats')
export const readRowsTask = threadTask<SheetBlock, ReadRows>('workbooks.rows')

// A fault of the XML is one of the file.
const orBadFile =
  <I extends { name: string }, O>(read: (input: I) => O) =>
  (input: I): O => {
    try {
      return read(input)
    } catch (error) {
      throw error instanceof XmlFault ? badFile(describeDamage(input.name)) : error
    }
  }

export const workbookTasks: readonly Performer[] = [
  performer(readRelationsTask, orBadFile(readRelationsIn)),
  performer(readSheetsTask, orBadFile(readSheetsIn)),
  performer(readStringsTask, orBadFile(readStringsIn)),
  performer(readFormatsTask, orBadFile(readFormatsIn)),
  performer(readRowsTask, readRowsIn),
]
