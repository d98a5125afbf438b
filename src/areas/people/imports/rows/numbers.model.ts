import { GUESSES, type Note } from './guesses.model.ts'

const CURRENCIES = /^(?:[€$£]|EUR|USD|GBP|CHF)|(?:[€$£]|EUR|USD|GBP|CHF)$/gi

export type NumberReader = (text: string, note?: Note) => string

/** Returns a reader of numbers, as digits with a point: by the signs of a language, or by their own if these show the form. */
export const numberReader = (language: string): NumberReader => {
  const parts = new Intl.NumberFormat(language).formatToParts(12345.6)
  const decimal = parts.find(({ type }) => type === 'decimal')?.value === ',' ? ',' : '.'
  return (text, note) => {
    const compact = text.replace(/[\s\u00a0\u202f'’]/g, '').replace(CURRENCIES, '')
    if (OF_LANGUAGE.test(compact)) note?.('NumberFormat', GUESSES.number(decimal))
    const sign = decimalOf(compact, decimal)
    return sign === ',' ? compact.replaceAll('.', '').replace(',', '.') : compact.replaceAll(',', '')
  }
}

/** The sign can be that of thousands or of decimals. */
const OF_LANGUAGE = /^-?\d{1,3}[.,]\d{3}$/

/** The sign of decimals: the last of two different ones; never one that is repeated. One before three digits is that of the language. */
const decimalOf = (text: string, decimal: string): string => {
  const points = count(text, '.')
  const commas = count(text, ',')
  if (points > 0 && commas > 0) return text.lastIndexOf('.') > text.lastIndexOf(',') ? '.' : ','
  if (points > 1) return ','
  if (commas > 1) return '.'
  if (OF_LANGUAGE.test(text)) return decimal
  return commas === 1 ? ',' : '.'
}

const count = (text: string, sign: string): number => text.split(sign).length - 1
