import type { ErrorObject } from 'ajv'
import type { FieldFault } from './problem.ts'

/** An error of Ajv; Fastify's type of it lacks some fields. */
type Found = Pick<ErrorObject, 'keyword' | 'params' | 'instancePath'> & { message?: string | undefined }

/** Faults of one response; further ones are left out. */
export const MAX_FAULTS = 50

/**
 * Describes Ajv's errors as faults, each message a sentence that its pointer begins: "/Name must be a text".
 *
 * @param pointerOf makes the pointer from Ajv's path of the value.
 */
export const describeFaults = (found: readonly Found[], pointerOf: (path: string) => string): FieldFault[] =>
  withoutAlternatives(found)
    .slice(0, MAX_FAULTS)
    .map((error) => {
      const missing = error.keyword === 'required' ? `/${String(error.params.missingProperty)}` : ''
      return { pointer: pointerOf(`${error.instancePath}${missing}`), message: describe(error) }
    })

/**
 * Removes the errors of alternatives: each alternative of an anyOf has its own, and those of a body that may be absent
 * also say that it must be null.
 */
const withoutAlternatives = (found: readonly Found[]): readonly Found[] => {
  const telling = found.filter(
    ({ keyword, params }) => !(isUnion(keyword) || (keyword === 'type' && params.type === 'null')),
  )
  return telling.length > 0 ? telling : found
}

const isUnion = (keyword: string): boolean => keyword === 'anyOf' || keyword === 'oneOf'

const describe = ({ keyword, params, message }: Found): string =>
  SENTENCES.get(keyword)?.(params) ?? message?.replace('must NOT', 'must not') ?? 'is not valid'

type Params = Record<string, unknown>

const SENTENCES: ReadonlyMap<string, (params: Params) => string> = new Map(
  Object.entries<(params: Params) => string>({
    type: ({ type }) =>
      `must be ${[type]
        .flat()
        .map((one) => TYPES.get(String(one)) ?? one)
        .join(' or ')}`,
    required: () => 'is required',
    // For an enumeration Ajv reports only that the value is not allowed; the caller also needs the allowed values.
    enum: ({ allowedValues }) =>
      `must be one of ${(allowedValues as unknown[]).filter((one) => one !== null).join(', ')}`,
    const: ({ allowedValue }) => `must be ${JSON.stringify(allowedValue)}`,
    maxLength: ({ limit }) => `must have at most ${count(limit, 'character')}`,
    minLength: ({ limit }) => (limit === 1 ? 'must not be empty' : `must have at least ${count(limit, 'character')}`),
    maxItems: ({ limit }) => `must have at most ${count(limit, 'entry')}`,
    minItems: ({ limit }) => `must have at least ${count(limit, 'entry')}`,
    uniqueItems: ({ i, j }) => `must not contain the same value twice: entries ${j} and ${i}`,
    maximum: ({ limit }) => `must be at most ${limit}`,
    minimum: ({ limit }) => `must be at least ${limit}`,
    exclusiveMaximum: ({ limit }) => `must be less than ${limit}`,
    exclusiveMinimum: ({ limit }) => `must be more than ${limit}`,
    format: ({ format }) => FORMATS.get(String(format)) ?? `must have the format "${format}"`,
    pattern: ({ pattern }) => patternSentence(String(pattern)),
    anyOf: () => 'has none of the forms that the contract allows',
    oneOf: () => 'has none of the forms that the contract allows',
    additionalProperties: ({ additionalProperty }) => `must not contain ${additionalProperty}`,
  }),
)

const TYPES = new Map([
  ['string', 'a text'],
  ['integer', 'a whole number'],
  ['number', 'a number'],
  ['boolean', 'true or false'],
  ['array', 'a list'],
  ['object', 'an object'],
  ['null', 'null'],
])

const FORMATS = new Map([
  ['date', 'must be a date: YYYY-MM-DD'],
  ['date-time', 'must be a date and time: 2027-01-31T09:30:00Z'],
  ['time', 'must be a time: 09:30'],
  ['email', 'must be an email address'],
  ['uri', 'must be an address with its scheme: https://example.org/'],
  ['uuid', 'must be a UUID'],
  ['int32', 'must be a whole number from -2147483648 to 2147483647'],
  ['int64', 'must be a whole number from -9007199254740991 to 9007199254740991'],
])

const patternSentence = (pattern: string): string => {
  const digits = /^\^\[0-9\](?:\*|\{1,(\d+)\})\$$/.exec(pattern)
  if (digits) return digits[1] ? `must consist of 1 to ${digits[1]} digits` : 'must consist of digits'
  return PATTERNS.get(pattern) ?? `must match the pattern ${pattern}`
}

/** Patterns of the contract in words; others are shown. */
const PATTERNS = new Map([
  ['^[^,]*,[^,]*$', 'must have the form "from,to"; either part may be empty'],
  ['\\S', 'must not be empty'],
  ['^https?://[^ ]+$', 'must be an http or https URL'],
  ['^https://[^ ]+$', 'must be an https URL'],
  ['^#[0-9a-fA-F]{6}$', 'must be a color of the form #1a2b3c'],
  ['^([01][0-9]|2[0-3]):[0-5][0-9]$', 'must be a time of the form 09:30'],
  ['^([0-9]{1,2}|100)$', 'must be a whole number from 0 to 100'],
  ['^[A-Za-z][A-Za-z0-9_]*$', 'must begin with a letter and contain only letters, digits and underscores'],
  ['^[A-Za-z0-9_-]+$', 'must contain only letters, digits, underscores and hyphens'],
  ['^[A-Za-z0-9_-]{1,64}$', 'must contain 1 to 64 letters, digits, underscores and hyphens'],
  ['^-?[0-9]{1,10}([.][0-9]{1,2})?$', 'must be an amount with at most two decimals'],
  ['^[0-9]{1,9}([.][0-9]{1,2})?$', 'must be an amount of 0 or more with at most two decimals'],
])

const count = (limit: unknown, noun: string): string => {
  if (limit === 1) return `1 ${noun}`
  return `${limit} ${noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`}`
}
