import type { Import, ImportFields, ImportPreset, ImportPreview, ImportPreviewRow } from '#contract/people/imports'
import type { FormValues } from '#services/pages/form-values'
import { type Html, html } from '#services/pages/html'
import { addressOf, type ConsoleUser } from '../frame/user.ts'
import type { View } from '../frame/view.ts'
import { badge } from '../parts/badge.ts'
import { panel } from '../parts/facts.ts'
import { link, linkButton } from '../parts/forms.ts'
import { empty, table } from '../parts/table.ts'
import { applyButton, columnChoices } from './columns.page.ts'
import {
  CENTURIES,
  DATE_ORDERS,
  DELIMITERS,
  delimiterName,
  ENCODINGS,
  MATCHES,
  NAME_ORDERS,
  SHARED_ADDRESSES,
  TYPES,
} from './import-choices.ts'
import { importStatus, warningNotes } from './imports.page.ts'
import { select } from './selects.ts'

const CRUMBS = [{ name: 'Imports', path: '/imports' }]

/** Asks for the file. */
export const newImportView = ({ tenant }: ConsoleUser, presets: readonly ImportPreset[]): View => ({
  title: 'Import a file',
  crumbs: CRUMBS,
  lead: 'Contacts with their groups and memberships, from a file of a spreadsheet or of another program.',
  content: html`<form class="confirm" method="post" action="${addressOf(tenant.key, '/imports/new')}" enctype="multipart/form-data">
<label for="file">File (Excel or CSV)</label>
<p class="soft small" id="file-hint">Its first row contains the names of the columns. Of a workbook (.xlsx), the first sheet is read.</p>
<input id="file" name="file" type="file" accept=".xlsx,.csv,.txt,.tsv,text/csv" required aria-describedby="file-hint">
<div class="pair"><button class="main">Upload</button></div></form>
<p class="soft">Nothing is imported before you have seen how the file is read, and all of its rows were checked.</p>
${panel('Programs whose files are recognized', presetTable(presets))}`,
})

const presetTable = (presets: readonly ImportPreset[]): Html =>
  table({
    caption: 'Programs',
    rows: presets,
    columns: [
      { title: 'Program', cell: ({ Name }) => Name },
      { title: 'File', cell: ({ Description }) => Description },
    ],
  })

export interface UploadedFile {
  fileId: number
  preview: ImportPreview
  fields: ImportFields
}

/** The id of the form, for the button outside of it. */
const FORM = 'choices'

/** Shows how a file is read, lets the user change it, and offers to check all rows with what is chosen. */
export const fileView = (user: ConsoleUser, query: FormValues, file: UploadedFile): View => {
  const { preview, fileId } = file
  return {
    title: preview.FileName,
    crumbs: CRUMBS,
    lead: 'This is how the file is read. Nothing is imported yet.',
    ...(preview.Fault === null && { actions: checkButton(user) }),
    content: html`${preview.Fault !== null && html`<p class="notice bad" role="alert">${preview.Fault}</p>`}${warningNotes(
      preview.Warnings,
    )}${choiceForm(
      user,
      fileId,
      html`${panel('How to import it', choices(query, file), applyButton(query, preview.Columns.length))}${panel(
        'Columns',
        columnChoices(query, preview.Columns, file.fields.Fields),
      )}`,
    )}${preview.Fault === null && panel('The first rows', rowTable(preview.Rows))}`,
  }
}

/** Its token is a value of the button, so that it is never part of the address of the page. */
const checkButton = ({ formToken }: ConsoleUser): Html =>
  html`<button class="main" form="${FORM}" formmethod="post" name="form" value="${formToken}">Check all rows</button>`

const choiceForm = ({ tenant }: ConsoleUser, fileId: number, content: Html): Html =>
  html`<form id="${FORM}" method="get" action="${addressOf(tenant.key, `/imports/files/${fileId}`)}">${content}</form>`

/** Shows why a file cannot be read with the choices, which can be changed. */
export const unreadFileView = (user: ConsoleUser, query: FormValues, fileId: number, fault: string): View => ({
  title: 'The file cannot be read like this',
  crumbs: CRUMBS,
  status: 422,
  content: html`<p class="notice bad" role="alert">${fault}</p>${choiceForm(
    user,
    fileId,
    panel('How to read it', html`<div class="filters">${textFormat(query)}</div>`, html`<button>Apply</button>`),
  )}<p>${linkButton(user, '/imports/new', 'Upload another file')}</p>`,
})

/** Says where a file is that cannot be imported any more. */
export const usedFileView = (user: ConsoleUser, imports: readonly Import[]): View => ({
  title: imports.length > 0 ? 'This file is used by an import' : 'This file does not exist any more',
  crumbs: CRUMBS,
  status: imports.length > 0 ? 200 : 404,
  content: html`${
    imports.length > 0
      ? html`<p>Wait for a check that is running. A file that was imported already is not imported again: upload it again instead.</p><ul>${imports.map(
          (one) => html`<li>${link(user, `/imports/${one.ImportId}`, one.FileName)} ${importStatus(one)}</li>`,
        )}</ul>`
      : html`<p>It was deleted, or another user has uploaded it. Upload it again, or open its import in the list.</p>`
  }<p>${linkButton(user, '/imports/new', 'Upload a file')}</p>`,
})

const textFormat = (query: FormValues, found: { Delimiter?: string | null; Encoding?: string | null } = {}): Html[] => [
  select(query, 'delimiter', 'Columns are separated by', [
    ['', found.Delimiter ? `Found: ${delimiterName(found.Delimiter)}` : 'Found in the file'],
    ...DELIMITERS,
  ]),
  select(query, 'encoding', 'Encoding', [
    ['', found.Encoding ? `Found: ${found.Encoding}` : 'Found in the file'],
    ...ENCODINGS,
  ]),
]

const formatOf = (query: FormValues, { Options, Sheets }: ImportPreview): Html[] =>
  Options.Sheet === null
    ? textFormat(query, Options)
    : [
        select(query, 'sheet', 'Sheet', [
          ['', `Read: ${Options.Sheet}`],
          ...Sheets.map((name) => [name, name] as const),
        ]),
      ]

const choices = (query: FormValues, { preview, fields }: UploadedFile): Html => {
  const { Options } = preview
  const presets = fields.Presets.map(({ Name }) => [Name, Name] as const)
  return html`<div class="filters">${[
    ...formatOf(query, preview),
    select(query, 'preset', 'Program', [
      ['', `Found: ${Options.Preset === 'None' ? 'none' : Options.Preset}`],
      ...presets,
    ]),
    select(query, 'match', 'Existing contacts', MATCHES),
    select(query, 'onlyupdates', 'Rows that match no contact', [
      ['', 'Create a contact'],
      ['yes', 'Refuse the row'],
    ]),
    select(query, 'type', 'The rows are', [['', 'Decide by the names'], ...TYPES]),
    select(query, 'groups', 'Groups that do not exist', [
      ['', Options.CreateGroups ? 'Found: create them' : 'Found: refuse their rows'],
      ['yes', 'Create them'],
      ['no', 'Refuse their rows'],
    ]),
    select(query, 'dates', 'Dates such as 03/04/2025', [['', 'Found in the file'], ...DATE_ORDERS]),
    select(query, 'century', 'Years of two digits', [['', 'By the meaning of the column'], ...CENTURIES]),
    select(query, 'names', 'First and last name in one cell', [['', 'Found in the row'], ...NAME_ORDERS]),
    select(query, 'shared', 'Other people with the same email address', [['', 'Refuse the row'], ...SHARED_ADDRESSES]),
    select(query, 'duplicates', 'Possible duplicates', [
      ['', 'Refuse the row'],
      ['yes', 'Create them'],
    ]),
  ]}</div>`
}

const rowTable = (rows: readonly ImportPreviewRow[]): Html =>
  rows.length === 0
    ? empty('No rows', 'The file has no rows after its headers.')
    : table({
        caption: 'First rows',
        rows,
        columns: [
          { title: 'Line', cell: ({ Line }) => Line },
          {
            title: 'What is imported',
            cell: ({ Values, Reasons }) =>
              Reasons.length > 0
                ? html`${badge('Refused', 'bad')} ${Reasons.join('; ')}`
                : html`${Values.map(({ Field, Value }) => html`<span class="sub">${Field}: <b>${Value}</b></span>`)}`,
          },
        ],
      })
