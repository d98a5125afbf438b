import { isUtf8 } from 'node:buffer'
import fp from 'fastify-plugin'
import secureJson from 'secure-json-parse'
import { badInput, Problem } from '../errors/problem.ts'

/** Maximum nesting of a JSON body. */
export const MAX_DEPTH = 32

/** Parses JSON bodies, bounded in depth, and rejects text that PostgreSQL cannot store before it costs a query. */
export const jsonBody = fp(async (app) => {
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser(/^(application|text)\/json *(;|$)/, { parseAs: 'buffer' }, (request, body, done) => {
    try {
      done(null, readJson(body as Buffer, request.headers['content-type'] ?? ''))
    } catch (error) {
      done(error as Error)
    }
  })
})

/** Reads the JSON of a body, as the parser of JSON bodies does. @throws 400, 415. */
export const readJson = (body: Buffer, contentType: string): unknown => parseJson(decode(body, contentType))

/** Decodes JSON, which is UTF-8 (RFC 8259, section 8.1). Anything else would be stored with its letters lost. */
const decode = (body: Buffer, contentType: string): string => {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(contentType)?.[1]
  if (charset !== undefined && !/^(utf-?8|us-ascii)$/i.test(charset))
    throw new Problem(
      415,
      'unsupported-media-type',
      'The charset is not supported. Send JSON in UTF-8 and leave the charset out.',
    )
  if (!isUtf8(body)) throw badInput('', 'is not UTF-8', 'invalid-text')
  const text = body.toString('utf8')
  return text.startsWith('\ufeff') ? text.slice(1) : text
}

/** Parses a document. An empty body is undefined, so that the schema reports what is missing. */
export const parseJson = (text: string): unknown => {
  if (text === '') return undefined
  requireShallow(text)
  if (/\\u0000/i.test(text) || text.includes('\u0000')) refuseNul(text)
  if (hasLoneSurrogate(text))
    throw badInput('', 'contains half of a surrogate pair, which is not a Unicode character', 'invalid-text')
  try {
    return secureJson.parse(text, undefined, { protoAction: 'remove', constructorAction: 'remove' })
  } catch (error) {
    throw new Problem(400, 'malformed-json', `The body is not valid JSON: ${(error as Error).message.slice(0, 200)}`, {
      errors: [{ pointer: '', message: 'is not valid JSON' }],
    })
  }
}

/** Counts brackets outside of strings, in one pass and without recursion. */
const requireShallow = (text: string): void => {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const letter = text[at]
    if (letter === '"') at = endOfString(text, at)
    else if (letter === '{' || letter === '[') depth++
    else if (letter === '}' || letter === ']') depth--
    if (depth > MAX_DEPTH) throw badInput('', `is nested deeper than ${MAX_DEPTH} levels`, 'too-deep')
  }
}

/** Returns the index at which the string that begins at `begin` ends; the length of the text if it does not end. */
const endOfString = (text: string, begin: number): number => {
  for (let at = begin + 1; at < text.length; at++) {
    if (text[at] === '"') return at
    if (text[at] === '\\') at++
  }
  return text.length
}

/** Refuses NUL, and names the field. An escaped backslash before `u0000` is not a NUL. */
const refuseNul = (text: string): void => {
  const found = findText(tryParse(text), (value) => value.includes('\u0000'))
  if (found !== undefined) throw badInput(found, 'contains a NUL character, which cannot be stored', 'invalid-text')
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

/** Finds the pointer of the first text (key or value) that a test finds. The document is known to be shallow. */
const findText = (value: unknown, test: (text: string) => boolean): string | undefined => {
  if (typeof value === 'string') return test(value) ? '' : undefined
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, inner] of Object.entries(value)) {
    if (test(key)) return ''
    // The pointer is composed on the way back: there can be a million values and one error.
    const found = findText(inner, test)
    if (found !== undefined) return `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}${found}`
  }
  return undefined
}
