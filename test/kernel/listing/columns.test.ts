import { describe, expect, it } from 'vitest'
import { columnsOf, hiddenField, pickFields } from '#kernel/listing/columns'
import { nameField, optionalField, valueField } from '#kernel/listing/fields'
import { Prisma } from '#prisma/client'

const sql = (text: string) => Prisma.raw(text)
const fields = {
  Id: valueField('integer', sql('s.id')),
  Name: nameField(sql('s.name')),
  CreatedDate: hiddenField(valueField('instant', sql('s.created_at'))),
  StartDate: optionalField('date', sql('s.starts_on')),
  Count: valueField('integer', sql('s.n')),
}

describe('columnsOf', () => {
  it('shows the fields in their order, with the columns that differ in their position and others after them', () => {
    const others = { Actions: sql('s.actions'), Count: sql('s.n::text') }
    expect(columnsOf(fields, others).sql).toBe(
      's.id AS "Id", s.name AS "Name", s.starts_on::text AS "StartDate", s.n::text AS "Count", s.actions AS "Actions"',
    )
  })

  it('shows a hidden field only if it is named, and writes instants in UTC', () => {
    expect(columnsOf(fields, { CreatedDate: sql('1') }).sql).toContain('1 AS "CreatedDate", s.starts_on')
    const shown = columnsOf({ At: valueField('instant', sql('s.at')) }).sql
    expect(shown).toMatch(/^to_char\(s\.at AT TIME ZONE 'UTC', .*\) AS "At"$/)
  })
})

describe('pickFields', () => {
  it('returns the named fields in the order of the names, and throws for a name that the listing does not have', () => {
    expect(columnsOf(pickFields(fields, 'Count', 'Id')).sql).toBe('s.n AS "Count", s.id AS "Id"')
    expect(() => pickFields(fields, 'Total')).toThrow('no field Total')
  })
})
