import { isJsonObject } from '#kernel/contract/json'

/** A field of a change; undefined for a value that the history does not contain. */
export interface ChangedField {
  name: string
  before: string | undefined
  after: string | undefined
}

/** Parses the details of a change: `{Old, New}` by field, or a value that is a fact of the change, or of an older entry. */
export const changedFields = (details: string): ChangedField[] => {
  const parsed = parse(details)
  if (!isJsonObject(parsed)) return [{ name: 'Details', before: undefined, after: details }]
  return Object.entries(parsed).map(([name, value]) =>
    isPair(value)
      ? { name, before: shown(value.Old), after: shown(value.New) }
      : { name, before: undefined, after: shown(value) },
  )
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isPair = (value: unknown): value is { Old?: unknown; New?: unknown } =>
  isJsonObject(value) && ('Old' in value || 'New' in value)

const shown = (value: unknown): string | undefined => {
  if (value === undefined) return undefined
  if (value === null) return 'none'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
