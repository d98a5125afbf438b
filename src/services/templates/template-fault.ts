/** The library's message when the time limit is exceeded. */
const RENDER_LIMIT = 'render limit exceeded'

/** Returns whether the library stopped a rendering at its time limit. */
export const isRenderLimit = (error: unknown): boolean => error instanceof Error && error.message.includes(RENDER_LIMIT)

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

  /** Returns the fault of a template that was stopped while it was parsed or rendered. */
  static slow(part: TemplatePart): TemplateFault {
    return new TemplateFault(part, RENDER_LIMIT)
  }

  constructor(part: TemplatePart, what: string, line = 1, column = 1) {
    super(`${part}, line ${line}, column ${column}: ${what}`)
    this.part = part
    this.what = what
    this.line = line
    this.column = column
  }
}

/** A result or the fault as data, because errors lose their class on the way between threads. */
export type FaultResult<T> = { result: T } | { fault: Pick<TemplateFault, 'part' | 'what' | 'line' | 'column'> }

/** Performs work and returns its TemplateFault as data. */
export const faultResult = <T>(work: () => T): FaultResult<T> => {
  try {
    return { result: work() }
  } catch (error) {
    if (!(error instanceof TemplateFault)) throw error
    const { part, what, line, column } = error
    return { fault: { part, what, line, column } }
  }
}

/** Returns the result. @throws TemplateFault */
export const thrownFault = <T>(of: FaultResult<T>): T => {
  if ('result' in of) return of.result
  const { part, what, line, column } = of.fault
  throw new TemplateFault(part, what, line, column)
}

/** Which of a template's texts. */
export type TemplatePart = 'Subject' | 'Html' | 'Text' | 'Layout'
