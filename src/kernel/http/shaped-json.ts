import type { ErrorObject } from 'ajv'
import type { FastifyRequest } from 'fastify'
import { describeFaults } from '../errors/fault-messages.ts'
import { badInput, badInputs } from '../errors/problem.ts'
import { parseJson } from './json-body.ts'
import { readDaysOf } from './request-days.ts'

type Validated<T> = { value: T } | { error: { validation: ErrorObject[] } }

/**
 * Parses JSON that arrived as text in a request, and validates it against a shape of the contract like a body.
 *
 * @param shape its schema; T is its request type.
 * @param pointer the pointer of the text, which begins those of its errors: `query:options`, `/StepOptionsJson`.
 * @throws 400 with the pointers.
 */
export const parseShapedJson = <T extends object>(
  request: FastifyRequest,
  text: string,
  shape: object,
  pointer: string,
): T => {
  const validate: (sent: unknown) => unknown = request.compileValidationSchema(shape as never, 'body')
  // Fastify types a validator's result as boolean; ours is a value or an error (see validation).
  const result = validate(parseText(text, pointer)) as Validated<T>
  if ('value' in result) {
    readDaysOf(request, shape, result.value)
    return result.value
  }
  throw badInputs(describeFaults(result.error.validation, (path) => pointer + path))
}

const parseText = (text: string, pointer: string): unknown => {
  try {
    return parseJson(text)
  } catch {
    throw badInput(pointer, 'is not valid JSON')
  }
}
