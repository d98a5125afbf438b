import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseEmail } from '#areas/people/contacts/contacts.input'
import { makeNameKey, makeOrganizationNameKey } from '#areas/people/contacts/duplicates/duplicates.model'
import { derivePersonDisplayName, derivePersonSortName } from '#areas/people/contacts/records/derivation.model'
import { buildSearchQuery, deriveSearchTokens } from '#areas/people/contacts/search-tokens.model'
import { fold, foldedWords } from '#kernel/text/fold'
import { addressKeyOf } from '#kernel/text/mail-address'

const anyText = fc.string({ unit: 'grapheme', maxLength: 40 })

describe('folding', () => {
  it('is idempotent for any text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(fold(fold(text))).toBe(fold(text))
      }),
    )
  })

  it('gives the same result for any normal form and case', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(fold(text.normalize('NFD'))).toBe(fold(text.normalize('NFC')))
      }),
    )
  })

  it.each([
    ['Müller', 'muller'],
    ['STRAẞE', 'strasse'],
    ['Łódź', 'lodz'],
    ['Ærøskøbing', 'aeroskobing'],
    ['ΣΊΣΥΦΟΣ', 'σισυφοσ'],
    ['Йошкар', 'йошкар'],
    ['أحمد', 'احمد'],
    ['ガギ', 'ガギ'],
    ['김', '김'],
    ['ﬁne', 'fine'],
    ['İzmir', 'izmir'],
  ])('%s is %s', (text, folded) => expect(fold(text)).toBe(folded))
})

describe('duplicate keys', () => {
  it('ignore case, accents, spaces and punctuation', () => {
    const noise = fc.constantFrom('', ' ', '-', '.', ', ', "'")
    fc.assert(
      fc.property(fc.array(fc.constantFrom('Ana', 'É', 'Li', 'Ö'), { minLength: 1 }), noise, (parts, between) => {
        expect(makeNameKey(parts.join(between).toUpperCase())).toBe(makeNameKey(parts.join('').toLowerCase()))
      }),
    )
  })

  it.each([
    ['Acme Co. & Sons, Inc.', 'acmesons'],
    ['ACME GmbH & Co. KG', 'acme'],
    ['S. p. A. Esempio', 'esempio'],
    ['株式会社トヨタ', 'トヨタ'],
    ['ООО Ромашка', 'ромашка'],
    ['The Company', 'thecompany'],
    ['!!!', null],
    ['', null],
  ])('%s is %s', (name, key) => expect(makeOrganizationNameKey(name)).toBe(key))

  it('ignore a legal form at the end', () => {
    const form = fc.constantFrom(' Inc', ', Inc.', ' GmbH', ' LTD', ' S.A.', ' L.L.C.', ' Oy')
    fc.assert(
      fc.property(fc.stringMatching(/^[B-Z][a-z]{4,10}( [B-Z][a-z]{4,10})?$/), form, (name, suffix) => {
        expect(makeOrganizationNameKey(name + suffix)).toBe(makeOrganizationNameKey(name))
      }),
    )
  })

  it('of email addresses ignore case and the notation of the domain', () => {
    expect(addressKeyOf('Jo@BÜCHER.example')).toBe(addressKeyOf('jo@xn--bcher-kva.example'))
  })

  it.each(['a@x.exam\nple', 'a@x%2eexample', 'a@x .example'])('%j is not an email address', (text) => {
    expect(parseEmail(text)).toBeNull()
  })
})

describe('names', () => {
  it.each([
    [
      { prefix: 'Dr.', firstName: 'Ana', middleName: 'M.', lastName: 'Torres', suffix: 'Jr.' },
      'Dr. Ana M. Torres Jr.',
      'torres ana m',
    ],
    [{ commonName: 'Bob', lastName: 'Stone' }, 'Bob Stone', 'stone bob'],
    [{ firstName: '太郎', lastName: '山田' }, '山田太郎', '山田 太郎'],
    [{ firstName: 'Αλέξανδρος', lastName: 'Παπάς' }, 'Αλέξανδρος Παπάς', 'παπασ αλεξανδροσ'],
    [{ firstName: 'Мария', lastName: 'Ёлкина' }, 'Мария Ёлкина', 'елкина мария'],
    [{ firstName: 'أحمد', lastName: 'العلي' }, 'أحمد العلي', 'العلي احمد'],
    [{ lastName: "O'Brien" }, "O'Brien", 'obrien'],
    [{ lastName: '***' }, '***', '***'],
  ])('%o', (names, display, sort) => {
    expect([derivePersonDisplayName(names), derivePersonSortName(names)]).toEqual([display, sort])
  })
})

describe('search', () => {
  it('indexes words of ASCII like the same words next to other letters', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme-ascii', maxLength: 12 }), { maxLength: 4 }), (words) => {
        const tokens = (text: string) => deriveSearchTokens(7, { names: [text], emails: [], phones: [] })
        const plain = tokens(words.join(' '))
        const mixed = tokens(`${words.join(' ')} ß`)
        expect(mixed).toEqual([...new Set([...plain, ...tokens('ß')])])
      }),
    )
  })

  const lexemes = (query: string) => [...query.matchAll(/'((?:[^'\\]|''|\\\\)*)':\*/g)].map(([, token]) => token)

  it('finds a name by the start of each of its words', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^\p{L}{1,12}$/u), { minLength: 1, maxLength: 4 }), (words) => {
        const tokens = deriveSearchTokens(7, { names: [words.join(' ')], emails: [], phones: [] })
        const asked = words.map((word) => foldedWords(word)[0]?.slice(0, 2) ?? '').join(' ')
        // Parts of names and forms of other spellings are added by the database.
        const beginnings = (buildSearchQuery(7, asked) ?? '').split(' & ').map((word) => lexemes(word)[0])
        for (const lexeme of beginnings.filter((one) => one !== undefined))
          expect(tokens.some((token) => token.startsWith(lexeme))).toBe(true)
      }),
    )
  })

  it('creates a query of quoted words only, for any text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const query = buildSearchQuery(7, text)
        const words = query?.replace(/'(?:[^'\\]|''|\\\\)*'(?::\*)?/g, 'x').replace(/\(x(?: \| x)+\)/g, 'x')
        if (words !== undefined) expect(words).toMatch(/^(x \| \()?x( & x)*\)?$/)
      }),
    )
  })

  it('starts every lexeme with its tenant', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const all = deriveSearchTokens(7, { names: [text], emails: [text], phones: [{ number: text }], city: text })
        for (const token of all) expect(token).toMatch(/^7\|.{1,}/su)
      }),
    )
  })
})
