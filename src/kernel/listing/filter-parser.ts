import { badInput } from '../errors/problem.ts'
import {
  COMPARISONS,
  type Comparison,
  type Filter,
  type Leaf,
  type Literal,
  TEXT_TESTS,
  type TextTest,
} from './filter.ts'
import { wordAdvice } from './filter-advice.ts'
import { FilterFault, type Token, tokenize } from './filter-tokens.ts'

/** Limits of a filter, which bound its cost. */
export const FILTER_LIMITS = { length: 2000, depth: 16, tests: 50, values: 200 } as const

/**
 * Parses a filter: comparisons with eq, ne, gt, ge, lt, le and in, the functions contains, startswith and endswith,
 * joined by and, or, not and parentheses (OData 4.01, URL conventions 5.1.1). Keywords are case-insensitive.
 *
 * @param pointer the position of the text in the request, for the problem.
 * @param fields the fields of the list, for the problem.
 * @throws 400 naming that position.
 */
export const parseFilter = (text: string, pointer: string, fields: () => readonly string[] = () => []): Filter => {
  if (text.length > FILTER_LIMITS.length)
    throw badInput(pointer, `must not be longer than ${FILTER_LIMITS.length} characters`)
  try {
    return new Parser(tokenize(text), fields).parse()
  } catch (error) {
    if (error instanceof FilterFault) throw badInput(pointer, `at character ${error.at + 1}: ${error.message}`)
    throw error
  }
}

/** Recursive descent: or, and, not, a test. */
class Parser {
  private position = 0
  private depth = 0
  private tests = 0
  private readonly tokens: Token[]

  private readonly fields: () => readonly string[]

  constructor(tokens: Token[], fields: () => readonly string[]) {
    this.tokens = tokens
    this.fields = fields
  }

  parse(): Filter {
    const filter = this.parseJoined('or')
    if (this.token.kind !== 'end') throw this.fault('expected and, or, or the end')
    return filter
  }

  private parseJoined(op: 'and' | 'or'): Filter {
    const parts = [this.parsePart(op)]
    while (this.isWord(op)) {
      this.position++
      parts.push(this.parsePart(op))
    }
    const [only] = parts
    return parts.length === 1 && only ? only : { op, parts }
  }

  private parsePart(of: 'and' | 'or'): Filter {
    return of === 'or' ? this.parseJoined('and') : this.parseSingle()
  }

  private parseSingle(): Filter {
    if (++this.depth > FILTER_LIMITS.depth) throw this.fault(`nested deeper than ${FILTER_LIMITS.depth} levels`)
    const filter = this.isWord('not') ? this.parseNegation() : this.isSign('(') ? this.parseGroup() : this.parseTest()
    this.depth--
    return filter
  }

  private parseNegation(): Filter {
    this.position++
    return { op: 'not', part: this.parseSingle() }
  }

  private parseGroup(): Filter {
    this.position++
    const filter = this.parseJoined('or')
    this.takeSign(')')
    return filter
  }

  private parseTest(): Leaf {
    if (++this.tests > FILTER_LIMITS.tests) throw this.fault(`more than ${FILTER_LIMITS.tests} tests`)
    const name = this.takeWord(() => `${this.aField}, contains, startswith, endswith, not or an opening parenthesis`)
    if (this.isSign('(')) return this.parseTextTest(name)
    const op = this.takeWord(() => 'eq, ne, gt, ge, lt, le or in').toLowerCase()
    if (op === 'in') return { op, field: name, values: this.parseValues() }
    if (!isComparison(op)) throw this.fault(wordAdvice('expected eq, ne, gt, ge, lt, le or in', op), this.position - 1)
    return { op, field: name, value: this.takeLiteral() }
  }

  private parseTextTest(name: string): Leaf {
    const op = name.toLowerCase()
    if (!isTextTest(op))
      throw this.fault(wordAdvice('expected contains, startswith or endswith', op), this.position - 1)
    this.takeSign('(')
    const field = this.takeWord(() => this.aField)
    this.takeSign(',')
    const value = this.takeLiteral()
    if (value.kind !== 'text') throw this.fault('expected a text in single quotes', this.position - 1)
    this.takeSign(')')
    return { op, field, text: value.text }
  }

  private parseValues(): Literal[] {
    this.takeSign('(')
    const values = [this.takeLiteral()]
    while (this.isSign(',')) {
      this.position++
      values.push(this.takeLiteral())
      if (values.length > FILTER_LIMITS.values) throw this.fault(`more than ${FILTER_LIMITS.values} values`)
    }
    this.takeSign(')')
    return values
  }

  private get aField(): string {
    const fields = this.fields()
    return fields.length > 0 ? `a field (${fields.join(', ')})` : 'a field'
  }

  private get token(): Token {
    return this.tokens[this.position] ?? { kind: 'end', at: 0 }
  }

  private isWord(text: string): boolean {
    return this.token.kind === 'word' && this.token.text.toLowerCase() === text
  }

  private isSign(text: string): boolean {
    return this.token.kind === 'sign' && this.token.text === text
  }

  private takeWord(expected: () => string): string {
    const { token } = this
    if (token.kind !== 'word') throw this.fault(`expected ${expected()}`)
    this.position++
    return token.text
  }

  private takeLiteral(): Literal {
    const { token } = this
    if (token.kind === 'word') throw this.fault(`texts are written in single quotes: '${token.text.slice(0, 40)}'`)
    if (token.kind !== 'literal')
      throw this.fault("expected a value: a text in single quotes ('Oslo'), a number, a date, true, false or null")
    this.position++
    return token.literal
  }

  private takeSign(text: string): void {
    if (!this.isSign(text)) throw this.fault(`expected ${text}`)
    this.position++
  }

  private fault(message: string, position = this.position): FilterFault {
    return new FilterFault(this.tokens[position]?.at ?? 0, message)
  }
}

const isComparison = (op: string): op is Comparison => COMPARISONS.some((known) => known === op)
const isTextTest = (op: string): op is TextTest => TEXT_TESTS.some((known) => known === op)
