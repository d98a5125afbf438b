import type { ImportFields, ImportPreview, ImportPreviewRow, ImportWarning } from '#contract/people/imports'
import type { CustomHeader } from './columns/columns.input.ts'
import { FIELD_NAMES, FIELDS, headersOf } from './columns/fields.model.ts'
import { PRESET_NAMES, PRESETS } from './columns/presets.model.ts'
import { DATE_FIELDS } from './plans/date-columns.input.ts'
import type { ImportDraft, ImportPlan } from './plans/plans.service.ts'

/** Presents what columns can be mapped to. */
export const presentFields = (custom: readonly (CustomHeader & { isDate: boolean })[]): ImportFields => ({
  Fields: [
    ...FIELD_NAMES.map((Name) => ({
      Name,
      Section: FIELDS[Name].section,
      IsDate: DATE_FIELDS.includes(Name),
      Headers: headersOf(Name),
    })),
    ...custom.map(({ name, displayName, isDate }) => ({
      Name: `CustomFields.${name}`,
      Section: 'Custom fields',
      IsDate: isDate,
      Headers: [...new Set([name, displayName])],
    })),
  ],
  Presets: PRESET_NAMES.map((Name) => ({ Name, Description: PRESETS[Name].description })),
})

const presentColumns = ({ columns }: ImportPlan) =>
  columns.headers.map((Header, at) => ({ Header, Field: columns.fields.at(at) ?? null }))

interface PreviewedFile {
  plan: ImportDraft
  rows: ImportPreviewRow[]
  warnings: ImportWarning[]
}

export const presentPreview = ({ plan, rows, warnings }: PreviewedFile): ImportPreview => ({
  FileName: plan.table.source.name,
  Options: plan.settings,
  Sheets: [...plan.table.sheets],
  Fault: plan.columns.fault ?? null,
  Warnings: warnings,
  Columns: presentColumns(plan),
  Rows: rows,
})
