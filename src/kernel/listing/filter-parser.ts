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
import { FilterFault, type Token, tokenize } from './filter-tokens.ts'

/** Limits of a filter, which bound its cost. */
export const FILTER_LIMITS = { length: 2000, depth: 16, tests: 50, values: 200 } as const

/**
 * Parses a filter: comparisons with eq, ne, gt, ge, lt, le and in, the functions contains, startswith and endswith,
 * joined by and, or, not and parentheses (OData 4.01, URL conventions 5.1.1). Keywords are case-insensitive.
 *
 * @param pointer the position of the text in the request, for the problem.
 * @throws 400 naming that position.
 */
export const parseFilter = (text: string, pointer: string): Filter => {
  if (text.length > FILTER_LIMITS.length)
    throw badInput(pointer, `must not be longer than ${FILTER_LIMITS.length} characters`)
  try {
    return new Parser(tokenize(text)).whole()
  } catch (error) {
    if (error instanceof FilterFault) throw badInput(pointer, `at character ${error.at + 1}: ${error.message}`)
    throw error
  }
}

/** Recursive descent: or, and, not, a test. */
class Parser {
  private place = 0
  private depth = 0
  private tests = 0
  private readonly tokens: Token[]

  constructor(tokens: Token[]) {
    this.tokens = tokens
  }

  whole(): Filter {
    const filter = this.joined('or')
    if (this.token.kind !== 'end') throw this.fault('expected and, or, or the end')
    return filter
  }

  private joined(op: 'and' | 'or'): Filter {
    const parts = [this.part(op)]
    while (this.isWord(op)) {
      this.place++
      parts.push(this.part(op))
    }
    const [only] = parts
    return parts.length === 1 && only ? only : { op, parts }
  }

  private part(of: 'and' | 'or'): Filter {
    return of === 'or' ? this.joined('and') : this.single()
  }

  private single(): Filter {
    if (++this.depth > FILTER_LIMITS.depth) throw this.fault(`nested deeper than ${FILTER_LIMITS.depth} levels`)
    const filter = this.isWord('not') ? this.negation() : this.isSign('(') ? this.group() : this.test()
    this.depth--
    return filter
  }

  private negation(): Filter {
    this.place++
    return { op: 'not', part: this.single() }
  }

  private group(): Filter {
    this.place++
    const filter = this.joined('or')
    this.sign(')')
    return filter
  }

  private test(): Leaf {
    if (++this.tests > FILTER_LIMITS.tests) throw this.fault(`more than ${FILTER_LIMITS.tests} tests`)
    const name = this.word('a field, contains, startswith, endswith, not or an opening parenthesis')
    if (this.isSign('(')) return this.textTest(name)
    const op = this.word('eq, ne, gt, ge, lt, le or in').toLowerCase()
    if (op === 'in') return { op, field: name, values: this.values() }
    if (!isComparison(op)) throw this.fault('expected eq, ne, gt, ge, lt, le or in', this.place - 1)
    return { op, field: name, value: this.literal() }
  }

  private textTest(name: string): Leaf {
    const op = name.toLowerCase()
    if (!isTextTest(op)) throw this.fault('expected contains, startswith or endswith', this.place - 1)
    this.sign('(')
    const field = this.word('a field')
    this.sign(',')
    const value = this.literal()
    if (value.kind !== 'text') throw this.fault('expected a text in single quotes', this.place - 1)
    this.sign(')')
    return { op, field, text: value.text }
  }

  private values(): Literal[] {
    this.sign('(')
    const values = [this.literal()]
    while (this.isSign(',')) {
      this.place++
      values.push(this.literal())
      if (values.length > FILTER_LIMITS.values) throw this.fault(`more than ${FILTER_LIMITS.values} values`)
    }
    this.sign(')')
    return values
  }

  private get token(): Token {
    return this.tokens[this.place] ?? { kind: 'end', at: 0 }
  }

  private isWord(text: string): boolean {
    return this.token.kind === 'word' && this.token.text.toLowerCase() === text
  }

  private isSign(text: string): boolean {
    return this.token.kind === 'sign' && this.token.text === text
  }

  private word(expected: string): string {
    const { token } = this
    if (token.kind !== 'word') throw this.fault(`expected ${expected}`)
    this.place++
    return token.text
  }

  private literal(): Literal {
    const { token } = this
    if (token.kind !== 'literal') throw this.fault("expected a value: 'text', a number, a date, true, false or null")
    this.place++
    return token.literal
  }

  private sign(text: string): void {
    if (!this.isSign(text)) throw this.fault(`expected ${text}`)
    this.place++
  }

  private fault(message: string, place = this.place): FilterFault {
    return new FilterFault(this.tokens[place]?.at ?? 0, message)
  }
}

const isComparison = (op: string): op is Comparison => COMPARISONS.some((known) => known === op)
const isTextTest = (op: string): op is TextTest => TEXT_TESTS.some((known) => known === op)
