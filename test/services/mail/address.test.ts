import { describe, expect, test } from 'vitest'
import { addressKeyOf, displayName, isMailAddress, oneLine } from '#kernel/text/mail-address'

describe('a mail address', () => {
  test.each([
    'ada@lindqvist.example',
    "o'brien+news@mail.x.example",
    'jörg@bücher.example',
    'δοκιμή@παράδειγμα.δοκιμή',
    `${'a'.repeat(64)}@x.example`,
  ])('%s is valid', (address) => expect(isMailAddress(address)).toBe(true))

  test.each([
    '',
    'ada',
    '@x.example',
    'ada@',
    'ada@localhost',
    'ada@127.0.0.1',
    'ada@x.example\r\nBcc: b@x.example',
    'ada@x.exa\nmple',
    'ada@x%2eexample',
    'a b@x.example',
    'ada@x.example, eve@x.example',
    '<ada@x.example>',
    'ada\u0000@x.example',
    'a..b@x.example',
    '.a@x.example',
    'ada@-x.example',
    `${'a'.repeat(65)}@x.example`,
    `a@${'d'.repeat(64)}.example`,
    `a@${'d.'.repeat(130)}example`,
  ])('%j is not valid', (address) => expect(isMailAddress(address)).toBe(false))

  test('is compared case-insensitive, and by the canonical form of its domain', () => {
    expect(addressKeyOf(' Jörg@BÜCHER.example ')).toBe('jörg@xn--bcher-kva.example')
  })
})

test('names and subjects are one line without control and invisible characters', () => {
  expect(oneLine('A\r\nBcc: x\u0000\u0085\u2028\u202eB')).toBe('A Bcc: x B')
  expect(displayName('\r\n')).toBeNull()
  expect(oneLine(`${'a'.repeat(499)}😀`).isWellFormed()).toBe(true)
})
