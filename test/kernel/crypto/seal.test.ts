import { createCipheriv } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { sealer } from '#kernel/crypto/seal'

const OLD = Buffer.alloc(32, 3)
const NEW = Buffer.alloc(32, 4)
const { seal, open, keyName } = sealer(OLD)

/** Seals as versions did that did not name the key. */
const sealUnnamed = (text: string, context: string): string => {
  const nonce = Buffer.alloc(12, 9)
  const cipher = createCipheriv('aes-256-gcm', OLD, nonce, { authTagLength: 16 }).setAAD(Buffer.from(context))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64')
}

test('a sealed text is opened with its own context only', () => {
  const sealed = seal('a secret', 'webhook:1')
  expect(open(sealed, 'webhook:1')).toBe('a secret')
  expect(() => open(sealed, 'webhook:2')).toThrow()
})

test('a text with a shortened tag is rejected', () => {
  const sealed = Buffer.from(seal('', 'webhook:1'), 'base64')
  for (const length of [4, 8, 12, 15])
    expect(() => open(sealed.subarray(0, 18 + length).toString('base64'), 'webhook:1')).toThrow()
})

describe('after a change of the secret', () => {
  const changed = sealer(NEW, OLD)

  test('the previous key opens, and only the current one seals', () => {
    expect(changed.open(seal('a secret', 'webhook:1'), 'webhook:1')).toBe('a secret')
    expect(() => changed.open(seal('a secret', 'webhook:1'), 'webhook:2')).toThrow()
    expect(sealer(NEW).open(changed.seal('a secret', 'webhook:1'), 'webhook:1')).toBe('a secret')
  })

  test('a value begins with the name of the key that sealed it', () => {
    expect(seal('a secret', 'x').slice(0, keyName.length)).toBe(keyName)
    expect(changed.seal('a secret', 'x').slice(0, keyName.length)).toBe(changed.keyName)
    expect(changed.keyName).toHaveLength(8)
    expect(changed.keyName).not.toBe(keyName)
  })

  test('values of versions that did not name the key are opened', () => {
    const sealed = sealUnnamed('a secret', 'webhook:1')
    expect([open(sealed, 'webhook:1'), changed.open(sealed, 'webhook:1')]).toEqual(['a secret', 'a secret'])
  })

  test('a key that is no longer configured opens nothing', () => {
    expect(() => sealer(NEW).open(seal('a secret', 'webhook:1'), 'webhook:1')).toThrow()
  })
})
