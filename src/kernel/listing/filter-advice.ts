/** What to write in a filter instead of what other languages have: SQL, JavaScript, older versions of OData. */

const OPERATORS: ReadonlyMap<string, string> = new Map([
  ...Object.entries({ '!=': 'ne', '<>': 'ne', '==': 'eq', '>=': 'ge', '<=': 'le', '&&': 'and', '||': 'or' }),
  ...Object.entries({ '=': 'eq', '<': 'lt', '>': 'gt', '!': 'not', '&': 'and', '|': 'or' }),
])

/** Returns what to write instead of an operator at an offset of a filter; undefined if there is none. */
export const operatorAdvice = (text: string, at: number): string | undefined => {
  const sign = [text.slice(at, at + 2), text.slice(at, at + 1)].find((one) => OPERATORS.has(one))
  return sign && `write ${OPERATORS.get(sign)} instead of ${sign}`
}

const PART = "to find a part of a text in any case, write contains(Name, 'ada')"
const ANY_CASE = `contains, startswith and endswith ignore case: ${PART}`
const DAYS = 'compare with days: DueDate ge 2026-01-01 and DueDate lt 2027-01-01'
const WORDS = new Map([
  ...['tolower', 'toupper', 'lower', 'upper', 'trim', 'concat'].map((name) => [name, ANY_CASE] as const),
  ...['substringof', 'indexof', 'substring', 'like', 'ilike', 'matches', 'has'].map((name) => [name, PART] as const),
  ...['year', 'month', 'day', 'date', 'now'].map((name) => [name, DAYS] as const),
  ['between', 'write Balance ge 10 and Balance le 20'],
  ['is', 'write eq null or ne null'],
  ['not', "write not in front: not City in ('Bern', 'Basel'), not contains(Name, 'ada')"],
  ...['equals', 'equal'].map((name) => [name, 'write eq'] as const),
])

/** Returns a fault with what to write instead of a function or a word between a field and a value. */
export const wordAdvice = (fault: string, word: string): string => {
  const advice = WORDS.get(word.toLowerCase())
  return advice === undefined ? fault : `${fault}; ${advice}`
}
