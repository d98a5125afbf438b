import { describe, expect, test } from 'vitest'
import { parseImage } from '#services/documents/pdf/image'
import { pngImage } from '#test/support/files/odd-images'

describe('an image of a document', () => {
  test.each([false, true])('is read with its size, interlaced: %s', (isInterlaced) => {
    expect(parseImage(pngImage(9, 5, { isInterlaced, zeros: isInterlaced ? 191 : 185 }))).toMatchObject({
      width: 9,
      height: 5,
    })
  })

  test.each([
    ['with a second header', { second: 4000 }],
    ['interlaced, of more bytes than its pixels have', { zeros: 1_000_000, isInterlaced: true }],
  ])('is left out if it is a PNG %s', (_what, odd) => {
    expect(parseImage(pngImage(1, 1, odd))).toBeUndefined()
  })
})
