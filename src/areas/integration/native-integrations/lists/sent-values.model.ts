import type { JsonObject } from '#kernel/contract/json'
import type { FieldFault } from '#kernel/errors/problem'
import type { Day } from '#kernel/time/calendar'
import { type Schedule, scheduleProperties } from '../catalog/schedule.model.ts'
import { NativeFault } from '../native-app.port.ts'
import { type SentList, sentLists } from './sent-lists.listing.ts'

/** The configuration of an app that sends a list. */
export type SentValues = Schedule & {
  List: string
  Columns: string[]
  Filter: string
}

/** The configuration of an app that sends a list as a file. */
export type FileValues = SentValues & {
  Folder: string
  FileName: string
}

/** Returns the properties of an app that sends a list. @param names of the lists to choose from. */
export const buildSentProperties = (names: readonly string[]): JsonObject => ({
  List: { type: 'string', enum: [...names], title: 'List', description: 'The list that is sent.', default: 'contacts' },
  Columns: {
    type: 'array',
    items: { type: 'string', maxLength: 100 },
    maxItems: 50,
    uniqueItems: true,
    title: 'Columns',
    description: 'The documented columns of the list, in their order. Empty: all that can be sent.',
    default: [],
  },
  Filter: {
    type: 'string',
    maxLength: 2000,
    title: 'Filter',
    description: "Comparisons of columns, as for $filter of the list: Status eq 'Active'. Empty: all rows.",
    default: '',
  },
  ...scheduleProperties,
})

/** The schema of an app that sends a list as a file. */
export const fileSchema: JsonObject = {
  type: 'object',
  additionalProperties: false,
  properties: {
    ...buildSentProperties([...sentLists.keys()]),
    Folder: {
      type: 'string',
      maxLength: 500,
      pattern: '^[^\\\\\\p{Cc}]*$',
      title: 'Folder',
      description:
        'Folder of the files, which must exist on an SFTP server: exports/members. Empty: the first folder. A / only separates names: none at the beginning or the end, and no name is . or ..',
      default: '',
    },
    FileName: {
      type: 'string',
      minLength: 1,
      maxLength: 200,
      pattern: '^(?!\\.+$)[A-Za-z0-9 ._{}()-]+$',
      title: 'File name',
      description:
        '{list}, {date} and {run} are replaced; no other braces are allowed. Without {run}, a file replaces an earlier one with its name.',
      default: '{list}-{date}-{run}.csv',
    },
  },
}

/** @throws if no such list exists, which the schema prevents. */
export const listOf = ({ List }: Pick<SentValues, 'List'>): SentList => {
  const list = sentLists.get(List)
  if (!list) throw new Error(`There is no list "${List}"`)
  return list
}

/** Returns the columns of a configuration; all of the list if it has none. */
export const columnsOf = (values: Pick<SentValues, 'List' | 'Columns'>): string[] =>
  values.Columns.length > 0 ? values.Columns : [...listOf(values).columns]

const PLACEHOLDERS = /\{(list|date|run)\}/g

/** Finds the errors of the path of files, which must not lead out of the bucket or folder. */
export const findPathFaults = ({ Folder, FileName }: Pick<FileValues, 'Folder' | 'FileName'>): FieldFault[] => {
  const faults: FieldFault[] = []
  if (Folder !== '' && !Folder.split('/').every(isName))
    faults.push({
      pointer: '/Folder',
      message: 'must consist of names separated by /, without a / at the beginning or the end, and without . and ..',
    })
  if (!isName(FileName))
    faults.push({ pointer: '/FileName', message: 'must contain other characters than dots and spaces' })
  if (/[{}]/.test(FileName.replace(PLACEHOLDERS, '')))
    faults.push({ pointer: '/FileName', message: 'must contain no braces except {list}, {date} and {run}' })
  return faults
}

/** Returns whether a segment is a name: some servers read dots with spaces as dots. */
const isName = (segment: string): boolean => !/^[\s.]*$/.test(segment)

/** Returns the path of the file of a run: the same for each attempt. @throws NativeFault. */
export const pathOf = ({ List, Folder, FileName }: FileValues, executionId: string, day: Day): string => {
  // An earlier version accepted other folders and names.
  const [fault] = findPathFaults({ Folder, FileName })
  if (fault) throw new NativeFault(`${fault.pointer.slice(1)} ${fault.message}. Configure the integration again.`)
  const parts = new Map([
    ['list', List],
    ['date', day],
    ['run', executionId],
  ])
  const name = FileName.replace(PLACEHOLDERS, (_match, part: string) => parts.get(part) ?? '')
  return Folder === '' ? name : `${Folder}/${name}`
}
