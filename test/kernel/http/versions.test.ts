import type { FastifyRequest } from 'fastify'
import { describe, expect, test } from 'vitest'
import { expectedVersion } from '#kernel/http/versions'
import { requireVersion } from '#kernel/records/versions'

const change =
  (ifMatch: string | undefined, auditId: number | undefined = 3) =>
  () =>
    requireVersion(3, expectedVersion({ headers: { 'if-match': ifMatch } } as unknown as FastifyRequest, auditId))

describe('If-Match', () => {
  test('passes with the current tag or an asterisk', () => {
    expect(change('"3"')).not.toThrow()
    expect(change(' * ')).not.toThrow()
    expect(change('"2", W/"3" , "3"')).not.toThrow()
  })

  test('states a version without an AuditId, also as an asterisk, which matches every existing version', () => {
    expect(change('"3"', 0)).not.toThrow()
    expect(change('*', 0)).not.toThrow()
    expect(change(undefined, 0)).toThrow(expect.objectContaining({ status: 409 }))
    expect(change('*', 2)).toThrow(expect.objectContaining({ status: 409 }))
  })

  test.each(['"2"', 'W/"3"', '"three"', '""', '"99999999999"', '"4","5"'])('is 412 with %s', (tag) => {
    expect(change(tag)).toThrow(expect.objectContaining({ status: 412 }))
  })

  test.each(['3', '"3', '"3",', '"3" "4"', "'3'", '*, "3"'])('is 400 with %s', (tag) => {
    expect(change(tag)).toThrow(expect.objectContaining({ status: 400 }))
  })
})
