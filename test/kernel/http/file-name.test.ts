import { expect, test } from 'vitest'
import { operationCatalogue } from '#kernel/contract/catalogue'
import { isJsonObject, type Json } from '#kernel/contract/json'
import { attachment } from '#kernel/http/file-name'

test.each([
  ['Welcome', 'attachment; filename="Welcome.csv"'],
  ['../../etc/passwd', 'attachment; filename="etc passwd.csv"'],
  ['a"; filename="b.exe\r\nX: y', 'attachment; filename="a ; filename= b.exe X y.csv"'],
  ['Über', `attachment; filename="Uber.csv"; filename*=UTF-8''%C3%9Cber.csv`],
  ["会員(1)'s", `attachment; filename="__(1)'s.csv"; filename*=UTF-8''%E4%BC%9A%E5%93%A1%281%29%27s.csv`],
  ['\u202e', 'attachment; filename="download.csv"'],
])('the file of %j is %s', (name, header) => {
  expect(attachment(name, 'csv').replaceAll('  ', ' ')).toBe(header)
})

/** Media types that are shown, not saved. */
const SHOWN = /json|text\/html|^image\//
const successOf = (responses: Json | undefined) => (isJsonObject(responses) ? responses['200'] : undefined)

test('every operation of the contract that returns a file documents its name', () => {
  const downloads = [...operationCatalogue.values()].flatMap(({ operationId, document }) => {
    const success = successOf(document.responses)
    if (!isJsonObject(success) || !isJsonObject(success.content)) return []
    const isFile = Object.keys(success.content).some((type) => !SHOWN.test(type))
    const isNamed = isJsonObject(success.headers) && 'Content-Disposition' in success.headers
    return isFile ? [{ operationId, isNamed }] : []
  })
  expect(downloads.length).toBeGreaterThan(4)
  expect(downloads.filter(({ isNamed }) => !isNamed)).toEqual([])
})
