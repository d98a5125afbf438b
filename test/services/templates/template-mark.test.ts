import { describe, expect, test } from 'vitest'
import { hasNewerVersion, isResettable, markAfterSave } from '#services/templates/template-mark'

const builtIn = { version: 3, html: 'new' }
const unedited = { html: 'old', builtInVersion: 2, isEdited: false }
const edited = { html: 'own', builtInVersion: 2, isEdited: true }

describe('the mark of a template', () => {
  test('stays if the text stays', () => {
    expect(markAfterSave({ html: 'old' }, unedited, builtIn, undefined)).toEqual({ builtInVersion: 2, isEdited: false })
    expect(markAfterSave({ html: 'own' }, edited, builtIn, undefined)).toEqual({ builtInVersion: 2, isEdited: true })
  })

  test('becomes edited with a text of the tenant, on the version that it is based on', () => {
    expect(markAfterSave({ html: 'x' }, unedited, builtIn, undefined)).toEqual({ builtInVersion: 2, isEdited: true })
    expect(markAfterSave({ html: 'x' }, edited, builtIn, 3)).toEqual({ builtInVersion: 3, isEdited: true })
    expect(markAfterSave({ html: 'x' }, null, builtIn, undefined)).toEqual({ builtInVersion: 3, isEdited: true })
  })

  test('is that of the current version with the built-in text', () => {
    for (const current of [unedited, edited, null])
      expect(markAfterSave({ html: 'new' }, current, builtIn, undefined)).toEqual({
        builtInVersion: 3,
        isEdited: false,
      })
  })

  test('shows a newer version, and what can be reset', () => {
    const current = { builtInVersion: 3, isEdited: false }
    expect([unedited, edited, current].map((mark) => hasNewerVersion(mark, builtIn))).toEqual([true, true, false])
    expect([unedited, edited, current].map((mark) => isResettable(mark, builtIn))).toEqual([true, true, false])
    expect(isResettable({ builtInVersion: null, isEdited: true }, undefined)).toBe(false)
  })
})
