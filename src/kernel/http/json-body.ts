import fp from 'fastify-plugin'
import secureJson from 'secure-json-parse'
import { badInput, Problem } from '../errors/problem.ts'

/** Deepest nesting of a JSON body. */
export const MAX_DEPTH = 32

/** Reads JSON bodies, bounded in depth, and refuses what PostgreSQL could not store before it costs a query. */
export const jsonBody = fp(async (app) => {
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser(/^(application|text)\/json(;|$)/, { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, parseJson(body as string))
    } catch (error) {
      done(error as Error)
    }
  })
})

/** Parses a document; faults name what is wrong. An empty body is undefined, so that schemas say what is missing. */
export const parseJson = (text: string): unknown => {
  if (text === '') return undefined
  assertShallow(text)
  if (/\\u0000/i.test(text) || text.includes('\u0000')) refuseNul(text)
  if (hasLoneSurrogate(text))
    throw badInput('', 'holds half of a surrogate pair, which is no Unicode character', 'invalid-text')
  try {
    return secureJson.parse(text, undefined, { protoAction: 'remove', constructorAction: 'remove' })
  } catch (error) {
    throw new Problem(400, 'malformed-json', `The body is not valid JSON: ${(error as Error).message.slice(0, 200)}`, {
      errors: [{ pointer: '', message: 'is not valid JSON' }],
    })
  }
}

/** A string, or a bracket outside of any. */
const TOKENS = /"(?:[^"\\]|\\.)*"?|[[\]{}]/gs

/** Counts brackets outside of strings, without recursion. */
const assertShallow = (text: string): void => {
  let depth = 0
  for (const [token] of text.matchAll(TOKENS)) {
    if (token === '{' || token === '[') depth++
    else if (token === '}' || token === ']') depth--
    if (depth > MAX_DEPTH) throw badInput('', `is nested deeper than ${MAX_DEPTH} levels`, 'too-deep')
  }
}

/** An escaped backslash before `u0000` is no NUL; only a real one is refused, and the field is named. */
const refuseNul = (text: string): void => {
  const found = findText(tryParse(text), (value) => value.includes('\u0000'))
  if (found !== undefined) throw badInput(found, 'holds a NUL character, which cannot be stored', 'invalid-text')
}

const hasLoneSurrogate = (text: string): boolean => {
  if (!text.isWellFormed()) return true
  if (!/\\ud[89a-f]/i.test(text)) return false
  return findText(tryParse(text), (value) => !value.isWellFormed()) !== undefined
}

const tryParse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The pointer of the first text (key or value) that a test finds. The document is known to be shallow. */
const findText = (value: unknown, test: (text: string) => boolean, pointer = ''): string | undefined => {
  if (typeof value === 'string') return test(value) ? pointer : undefined
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, inner] of Object.entries(value)) {
    if (test(key)) return pointer
    const found = findText(inner, test, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`)
    if (found !== undefined) return found
  }
  return undefined
}
