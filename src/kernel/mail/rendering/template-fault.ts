/** How the library says that the time is up. */
const RENDER_LIMIT = 'render limit exceeded'

/** What is wrong with a template, and where; lines and columns count from 1. */
export class TemplateFault extends Error {
  override readonly name = 'TemplateFault'
  readonly part: TemplatePart
  readonly line: number
  readonly column: number
  /** What is wrong, without the place. */
  readonly what: string

  /** It took too long: on a machine that is busy the fault need not be the template's. */
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
