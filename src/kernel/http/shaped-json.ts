import type { FastifyRequest } from 'fastify'
import { badInput, badInputs } from '../errors/problem.ts'
import { parseJson } from './json-body.ts'

const MOST_FAULTS = 50

/**
 * Reads JSON that arrived as text within a request, and holds it against a shape of the contract like a body.
 *
 * @param shape its schema; T is its request type.
 * @param pointer the place of the text, below which faults are named: `query:options`, `/StepOptionsJson`.
 * @throws 400 with the places.
 */
export const readShapedJson = <T extends object>(
  request: FastifyRequest,
  text: string,
  shape: object,
  pointer: string,
): T => {
  const read = request.compileValidationSchema(shape as never, 'body')(readJson(text, pointer)) as unknown as
    | { value: T }
    | { error: { validation: { instancePath: string; message?: string }[] } }
  if ('value' in read) return read.value
  throw badInputs(
    read.error.validation.slice(0, MOST_FAULTS).map(({ instancePath, message }) => ({
      pointer: pointer + instancePath,
      message: message ?? 'is not valid',
    })),
  )
}

const readJson = (text: string, pointer: string): unknown => {
  try {
    return parseJson(text)
  } catch {
    throw badInput(pointer, 'is not valid JSON')
  }
}
