import { describe, expect, test } from 'vitest'
import { cleanFields } from '#services/html/clean-fields'
import { nestsTooDeep } from '#services/html/nested-tags'

describe('nestsTooDeep', () => {
  test.each([
    ['tags inside one another', '<a>'.repeat(2001)],
    ['tags inside one another that end', '<b>'.repeat(2001) + '</b>'.repeat(2001)],
    ['upper case', '<DIV>'.repeat(2001)],
    ['between ends of others', '</p><table><tr><td>'.repeat(2001)],
  ])('finds %s', (_what, html) => expect(nestsTooDeep(html)).toBe(true))

  test.each([
    ['one after the other', '<b>x</b>'.repeat(5000)],
    ['without an end', '<p>x<br><img src="a">'.repeat(5000)],
    ['rows of a table', `<table>${'<tr><td>1'.repeat(5000)}</table>`],
    ['that is text', '1 < 2 <3'.repeat(5000)],
  ])('accepts tags %s', (_what, html) => expect(nestsTooDeep(html)).toBe(false))
})

test('a save of HTML that nests too deep is refused with its field', async () => {
  const fields = [
    { pointer: '/Summary', html: '<p>fine</p>' },
    { pointer: '/Body', html: '<a>'.repeat(60_000) },
  ]
  await expect(cleanFields({ tenant: { id: 1 } }, fields)).rejects.toMatchObject({
    status: 400,
    errors: [{ pointer: '/Body', message: 'contains too many nested tags' }],
  })
})
