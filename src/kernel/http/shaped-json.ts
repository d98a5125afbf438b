import type { FastifyRequest } from 'fastify'
import { badInput, badInputs } from '../errors/problem.ts'
import { parseJson } from './json-body.ts'

const MAX_FAULTS = 50

type Validated<T> = { value: T } | { error: { validation: { instancePath: string; message?: string }[] } }

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
  if ('value' in result) return result.value
  throw badInputs(
    result.error.validation.slice(0, MAX_FAULTS).map(({ instancePath, message }) => ({
      pointer: pointer + instancePath,
      message: message ?? 'is not valid',
    })),
  )
}

const parseText = (text: string, pointer: string): unknown => {
  try {
    return parseJson(text)
  } catch {
    throw badInput(pointer, 'is not valid JSON')
  }
}
