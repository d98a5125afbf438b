import { describe, expect, it } from 'vitest'
import { operationCatalogue } from '#kernel/contract/catalogue'
import { auditIdReaderOf } from '#kernel/contract/conditions'
import type { Operation } from '#kernel/contract/schema'

const operation = (name: string): Operation => {
  const found = operationCatalogue.get(name)
  if (!found) throw new Error(`The contract has no operation ${name}`)
  return found
}

const stated = (name: string, body: unknown, params: unknown = {}) => {
  const read = auditIdReaderOf(operation(name))
  return read?.({ params, body })
}

describe('the AuditId that a change states', () => {
  it('is read from a body whose shape has the field', () => {
    expect(stated('saveBenefitItem', { AuditId: 7 })).toBe(7)
    expect(stated('saveBenefitItem', { AuditId: null })).toBeNull()
    expect(stated('saveBenefitItem', {})).toBeUndefined()
  })

  it('is read from an optional body, also if it is absent', () => {
    expect(stated('suspendMembership', { AuditId: 3 })).toBe(3)
    expect(stated('suspendMembership', null)).toBeUndefined()
  })

  it('is read from the path in every spelling of the parameter', () => {
    const inPath = [...operationCatalogue.values()].filter(({ url }) => /:audit[iI]d\b/.test(url))
    expect(inPath.length).toBeGreaterThan(5)
    for (const { operationId, url } of inPath) {
      const name = /:(audit[iI]d)\b/.exec(url)?.[1] ?? ''
      expect(stated(operationId, undefined, { [name]: 4 })).toBe(4)
    }
  })

  it('does not exist where the operation documents If-Match only', () => {
    expect(auditIdReaderOf(operation('deleteBenefitItem'))).toBeUndefined()
  })
})
