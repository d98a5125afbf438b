import { type FieldFault, type Problem, ruleRefused } from '#kernel/errors/problem'
import { TemplateFault } from './template-fault.ts'

/** Returns the faults of a template as a response: 422 template-fault with line and column of each. */
export const templateProblem = (faults: readonly TemplateFault[]): Problem =>
  ruleRefused('template-fault', 'The template cannot be parsed or rendered.', faults.map(fieldFault))

/** Returns a fault at its field. A fault of the layout is a fault of its Html. */
const fieldFault = ({ part, line, column, what }: TemplateFault): FieldFault => ({
  pointer: part === 'Layout' ? '/Html' : `/${part}`,
  message: `line ${line}, column ${column}: ${what}`,
})

/** Converts a fault of rendering to its response; returns other errors unchanged. */
export const asTemplateProblem = (error: unknown): unknown => {
  if (!(error instanceof TemplateFault)) return error
  const { part, line, column, isSlowness } = error
  return templateProblem([isSlowness ? new TemplateFault(part, TOO_SLOW, line, column) : error])
}

/** What is wrong with a template that was stopped. */
export const TOO_SLOW = 'takes too long to parse or to render'
