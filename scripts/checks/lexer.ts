/** A part of TypeScript that is not code: a comment, a string or one text of a template. */
export interface Piece {
  kind: 'comment' | 'string' | 'template'
  /** A string without its quotes; a comment with its marks. */
  text: string
  /** Offset of the text in the source. */
  at: number
  /** The tag of a template, such as `Prisma.sql`; empty for none. */
  tag: string
}

export interface Lexed {
  pieces: Piece[]
  /** The source with every comment, string and template text replaced by spaces; the offsets are unchanged. */
  code: string
}

/** A slash after one of these starts a regular expression; after anything else it divides. */
const BEFORE_PATTERN = /(^|[([{,;=:!&|?+\-*%~^<>]|\b(return|typeof|case|in|of|do|else|void|throw|new|await|yield))\s*$/
const TAG = /([\w$.#]+)(?:<[^`;]*>)?$/
/** Successive comment lines are one comment. */
const LINE_COMMENTS = /^\/\/[^\n]*(?:\n[ \t]*\/\/[^\n]*)*/
const PATTERN = /\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y

/** Splits a TypeScript source into code and everything else, without other knowledge of the syntax. */
export const lex = (source: string): Lexed => {
  const lexer = new Lexer(source)
  lexer.run()
  return { pieces: lexer.pieces, code: lexer.code.join('') }
}

class Lexer {
  readonly pieces: Piece[] = []
  readonly code: string[] = []
  private readonly source: string
  private at = 0
  /** The templates that are open, each with the depth of braces in its current `${}`. */
  private readonly open: { tag: string; depth: number }[] = []

  constructor(source: string) {
    this.source = source
  }

  run(): void {
    while (this.at < this.source.length) this.step()
  }

  private step(): void {
    const rest = this.source.slice(this.at, this.at + 2)
    const char = rest[0] ?? ''
    if (rest === '//') this.comment(this.at + (LINE_COMMENTS.exec(this.source.slice(this.at))?.[0].length ?? 2))
    else if (rest === '/*') this.comment(this.endOfBlock())
    else if (char === "'" || char === '"') this.string(char)
    else if (char === '`') this.template(TAG.exec(this.recentCode())?.[1] ?? '')
    else if (char === '/' && BEFORE_PATTERN.test(this.recentCode())) this.pattern()
    else if (char === '{' || char === '}') this.brace(char)
    else this.keep(1)
  }

  /** Follows the braces within `${}`: the one that closes it continues the template. */
  private brace(char: string): void {
    this.keep(1)
    const inner = this.open.at(-1)
    if (!inner) return
    inner.depth += char === '{' ? 1 : -1
    if (inner.depth >= 0) return
    this.open.pop()
    this.templateText(inner.tag)
  }

  private recentCode(): string {
    return this.code.slice(-200).join('')
  }

  private keep(length: number): void {
    this.code.push(...this.source.slice(this.at, this.at + length))
    this.at += length
  }

  private blank(until: number): void {
    this.code.push(...this.source.slice(this.at, until).replace(/[^\n]/g, ' '))
    this.at = until
  }

  /** The end of the comment in stars that starts here. */
  private endOfBlock(): number {
    const found = this.source.indexOf('*/', this.at + 2)
    return found < 0 ? this.source.length : found + 2
  }

  private comment(until: number): void {
    this.add('comment', until, '')
  }

  private add(kind: Piece['kind'], until: number, tag: string): void {
    this.pieces.push({ kind, text: this.source.slice(this.at, until), at: this.at, tag })
    this.blank(until)
  }

  private string(quote: string): void {
    this.keep(1)
    let until = this.at
    while (until < this.source.length && this.source[until] !== quote) until += this.source[until] === '\\' ? 2 : 1
    this.add('string', until, '')
    this.keep(1)
  }

  private pattern(): void {
    PATTERN.lastIndex = this.at
    const [text] = PATTERN.exec(this.source) ?? ['/']
    if (text.length > 1) this.blank(this.at + text.length)
    else this.keep(1)
  }

  private template(tag: string): void {
    this.keep(1)
    this.templateText(tag)
  }

  /** One text of a template, to its end or to the next `${`. */
  private templateText(tag: string): void {
    let until = this.at
    const ends = () => this.source[until] === '`' || this.source.startsWith('${', until)
    while (until < this.source.length && !ends()) until += this.source[until] === '\\' ? 2 : 1
    this.add('template', until, tag)
    if (this.source[this.at] === '`') this.keep(1)
    else {
      this.keep(2)
      this.open.push({ tag, depth: 0 })
    }
  }
}
