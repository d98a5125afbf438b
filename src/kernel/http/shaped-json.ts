import type { FastifyRequest } from 'fastify'
import { badInput, badInputs } from '../errors/problem.ts'
import { parseJson } from './json-body.ts'

const MAX_FAULTS = 50

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
  const read = request.compileValidationSchema(shape as never, 'body')(parseText(text, pointer)) as unknown as
    | { value: T }
    | { error: { validation: { instancePath: string; message?: string }[] } }
  if ('value' in read) return read.value
  throw badInputs(
    read.error.validation.slice(0, MAX_FAULTS).map(({ instancePath, message }) => ({
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
