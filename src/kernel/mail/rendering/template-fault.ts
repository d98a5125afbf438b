/** The library's message when the time limit is exceeded. */
const RENDER_LIMIT = 'render limit exceeded'

/** An error of a template with its position; lines and columns count from 1. */
export class TemplateFault extends Error {
  override readonly name = 'TemplateFault'
  readonly part: TemplatePart
  readonly line: number
  readonly column: number
  /** The error without its position. */
  readonly what: string

  /** Whether it took too long: on a busy machine the template need not be wrong. */
  get isSlowness(): boolean {
    return this.what.includes(RENDER_LIMIT)
  }

  constructor(part: TemplatePart, what: string, line = 1, column = 1) {
    super(`${part}, line ${line}, column ${column}: ${what}`)
    this.part = part
    this.what = what
    this.line = line
    this.column = column
  }
}

/** Which of a template's texts. */
export type TemplatePart = 'Subject' | 'Html' | 'Text' | 'Layout'
