import { convertLiteral } from '#kernel/listing/convert-filter'
import { dayLiteral } from '#kernel/listing/day-literals'
import type { Literal } from '#kernel/listing/filter'
import type { ListField, SideTable } from '#kernel/listing/listing'
import { fold } from '#kernel/text/fold'
import { isDay } from '#kernel/time/written-date'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { DATA_TYPE } from '../custom-fields.model.ts'
import type { Field } from './field.model.ts'
import type { FieldSet } from './fields.queries.ts'
import { makeCountryValue } from './references.input.ts'
import {
  makeChoiceKey,
  makeNumberKey,
  makeReferenceKey,
  makeWholeTextKey,
  makeYesNoKey,
  parseId,
} from './stored-values.model.ts'
import { normalizeDecimal } from './values.input.ts'

/** The prefix of custom fields in requests: `CustomFields.ShirtSize`, case-insensitive. */
export const PREFIX = 'CustomFields.'

/**
 * Returns the custom fields as fields of a list. If kinds of record in one list share a storage name, the name means
 * the field of the first kind.
 *
 * @param within a condition on the values `v`, if the list contains only some of the records that can have the fields.
 */
export const buildCustomListFields = (tenantId: number, set: FieldSet, within?: Sql): Record<string, ListField> => {
  const fields: Record<string, ListField> = {}
  const byKind = [...set.fields].sort((a, b) => b.objectTypeId - a.objectTypeId)
  const spelled = new Map(byKind.map((field) => [field.name.toLowerCase(), field]))
  for (const field of spelled.values()) fields[PREFIX + field.name] = buildCustomListField(tenantId, field, set, within)
  return fields
}

const KEY = Prisma.sql`v.sort_key`

export const buildCustomListField = (tenantId: number, field: Field, set: FieldSet, within?: Sql): ListField => ({
  type: 'text',
  sql: KEY,
  order: [{ type: 'text', sql: KEY }],
  sideTable: {
    ...valueRows(tenantId, field, within ? Prisma.sql`AND ${within}` : Prisma.empty),
    ...FORMS[field.dataTypeId]?.(field, set),
    normalize: fold,
  } as SideTable,
})

const valueRows = (tenantId: number, { id, dataTypeId }: Field, within: Sql) => ({
  rows: Prisma.sql`custom_field_value v`,
  isValue: Prisma.sql`v.tenant_id = ${tenantId}::integer AND v.field_id = ${id}::integer AND v.is_live ${within}`,
  id: Prisma.sql`v.object_id`,
  key: KEY,
  ...(dataTypeId === DATA_TYPE.multiSelect && { isFirst: Prisma.sql`v.ordinal = 0` }),
})

type Form = (
  field: Field,
  set: FieldSet,
) => { findKey: (value: Literal) => string | null; valueForm: string; text?: Sql }

const text: Form = () => ({
  findKey: (value) => (value.kind === 'text' ? makeWholeTextKey(value.text) : null),
  valueForm: "a text in single quotes of at most 200 characters, like 'Oslo'",
  text: Prisma.sql`v.text_value`,
})

const number: Form = () => ({
  findKey: (sent) => {
    const value = convertLiteral(sent, 'money')
    const decimal = value.kind === 'number' ? normalizeDecimal(value.text) : null
    return decimal !== null && /^-?\d{1,18}(\.\d{1,6})?$/.test(decimal) ? makeNumberKey(decimal) : null
  },
  valueForm: 'a number with at most 18 digits before the point and 6 after it',
})

const date: Form = (_, { timeZone }) => ({
  findKey: (value) => {
    const day = dayLiteral(convertLiteral(value, 'date'), timeZone)
    return day.kind === 'date' && isDay(day.text) ? day.text : null
  },
  valueForm: 'a date',
})

const yesNo: Form = () => ({
  findKey: (sent) => {
    const value = convertLiteral(sent, 'boolean')
    return value.kind === 'boolean' ? makeYesNoKey(value.value) : null
  },
  valueForm: 'true or false',
})

const idKey = (sent: Literal): string | null => {
  const value = convertLiteral(sent, 'integer')
  const id = value.kind === 'number' ? parseId(value.text) : null
  return id === null ? null : makeReferenceKey(id)
}

const record: Form = () => ({ findKey: idKey, valueForm: 'the id of a record' })

/** Finds what a name, or an id with or without quotes, means: a name precedes an id. */
const findMeant = <T extends { id: number }>(
  all: readonly T[],
  value: Literal,
  namesOf: (one: T) => string[],
): T | undefined => {
  const named = value.kind === 'text' ? fold(value.text) : undefined
  const id = convertLiteral(value, 'integer')
  return (
    all.find((one) => named !== undefined && namesOf(one).some((name) => fold(name) === named)) ??
    all.find((one) => id.kind === 'number' && one.id === Number(id.text))
  )
}

const country: Form = (_, { countries }) => ({
  findKey: (value) => {
    const found = findMeant(countries, value, ({ alpha2, name }) => [alpha2, name])
    return found ? makeCountryValue(found).sortKey : null
  },
  valueForm: "the name, the two letters or the number of a country, like 'Norway', 'NO' or 578",
})

const choice: Form = (field) => {
  if (field.externalDataSource !== null) return { findKey: idKey, valueForm: 'the id of a record' }
  return {
    findKey: (value) => {
      const found = findMeant(field.choices, value, ({ name }) => [name])
      return found ? makeChoiceKey(found) : null
    },
    valueForm: 'the label, in single quotes, or the id of one of its choices',
  }
}

const FORMS: Record<number, Form> = {
  [DATA_TYPE.text]: text,
  [DATA_TYPE.integer]: number,
  [DATA_TYPE.number]: number,
  [DATA_TYPE.money]: number,
  [DATA_TYPE.longText]: text,
  [DATA_TYPE.date]: date,
  [DATA_TYPE.yesNo]: yesNo,
  [DATA_TYPE.stateProvince]: text,
  [DATA_TYPE.country]: country,
  [DATA_TYPE.file]: record,
  [DATA_TYPE.link]: text,
  [DATA_TYPE.contact]: record,
  [DATA_TYPE.select]: choice,
  [DATA_TYPE.multiSelect]: choice,
  [DATA_TYPE.scale]: number,
}
