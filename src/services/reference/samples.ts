/** Code samples of an operation. */
import type { Json, JsonObject } from '#kernel/contract/json'
import type { ReferenceModel, ReferenceOperation, ReferenceParameter } from './reference-model.ts'
import { fieldsOf } from './schema-text.ts'

export interface Sample {
  language: string
  code: string
}

/** Returns the samples for the command line, JavaScript and Python. @param origin the address of the server. */
export const samplesOf = (model: ReferenceModel, operation: ReferenceOperation, origin: string): Sample[] => [
  { language: 'curl', code: curlOf(operation, origin) },
  { language: 'JavaScript', code: javascriptOf(model, operation, origin) },
  { language: 'Python', code: pythonOf(operation, origin) },
]

const exampleOf = ({ example, shape }: ReferenceParameter): Json => {
  if (example !== undefined) return example
  const [first] = [shape.enum ?? []].flat()
  if (first !== undefined) return first
  const types = [shape.type].flat()
  return types.includes('integer') ? 1 : types.includes('boolean') ? false : 'a'
}

const inPath = ({ parameters }: ReferenceOperation) => parameters.filter(({ location }) => location === 'path')

const inQuery = ({ parameters }: ReferenceOperation) =>
  parameters.filter(({ location, isRequired }) => location === 'query' && isRequired)

const filledPath = (operation: ReferenceOperation): string =>
  inPath(operation).reduce(
    (path, parameter) => path.replace(`{${parameter.name}}`, encodeURIComponent(String(exampleOf(parameter)))),
    operation.path,
  )

const queryOf = (operation: ReferenceOperation): string => {
  const query = new URLSearchParams(
    Object.fromEntries(inQuery(operation).map((one) => [one.name, String(exampleOf(one))])),
  ).toString()
  return query === '' ? '' : `?${query.replaceAll('%24', '$')}`
}

const isJson = ({ body }: ReferenceOperation): boolean => body?.mediaType === 'application/json'

const isUpload = ({ body }: ReferenceOperation): boolean => body?.mediaType === 'multipart/form-data'

const sampleBody = ({ body }: ReferenceOperation): Json => body?.example ?? {}

const curlOf = (operation: ReferenceOperation, origin: string): string => {
  const { method, scope } = operation
  const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
  return [
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${quoted(`${origin}${filledPath(operation)}${queryOf(operation)}`)}`,
    ...(scope === null ? [] : ['-H "Authorization: ApiKey $GUILDHALL_KEY"']),
    ...(isJson(operation)
      ? [`-H 'Content-Type: application/json'`, `-d ${quoted(pretty(sampleBody(operation)))}`]
      : []),
    ...(isUpload(operation) ? ['-F file=@photo.jpg'] : []),
  ].join(' \\\n  ')
}

const pretty = (value: Json): string => JSON.stringify(value, null, 2)

/** Indents the lines after the first as the line that they belong to. */
const indented = (text: string): string => text.replaceAll('\n', '\n    ')

/** Returns a literal of JavaScript: names without quotes where they need none. */
const literal = (value: Json): string => pretty(value).replaceAll(/^(\s*)"([A-Za-z_$][\w$]*)":/gm, '$1$2:')

const CLIENT = '@guildhall/client'

/** Returns the parameters and the body of a request of the client; the body of an upload is a variable of this name. */
const requestOf = (operation: ReferenceOperation): string => {
  const [ids, query] = [inPath(operation), inQuery(operation)].map((list) =>
    Object.fromEntries(list.map((one) => [one.name, exampleOf(one)])),
  ) as [Record<string, Json>, Record<string, Json>]
  const params = {
    ...(Object.keys(ids).length > 0 && { path: ids }),
    ...(Object.keys(query).length > 0 && { query }),
  }
  const members = [
    ...(Object.keys(params).length > 0 ? [`params: ${literal(params)}`] : []),
    ...(isJson(operation) ? [`body: ${literal(sampleBody(operation))}`] : []),
    ...(isUpload(operation) ? ['body'] : []),
  ]
  return members.length > 0 ? `, {\n  ${members.join(',\n').replaceAll('\n', '\n  ')}\n}` : ''
}

const javascriptOf = (model: ReferenceModel, operation: ReferenceOperation, origin: string): string => {
  const { method, path, scope } = operation
  const credential = scope === null ? '' : ', key: process.env.GUILDHALL_KEY'
  const request = requestOf(operation)
  const calls = isList(model, operation)
    ? [`for await (const row of guildhall.list('${path}'${request})) console.log(row)`]
    : [`const { data } = await guildhall.${method}('${path}'${request})`, 'console.log(data)']
  return [
    `import { createClient } from '${CLIENT}'`,
    '',
    `const guildhall = createClient({ baseUrl: '${origin}'${credential} })`,
    ...(isUpload(operation)
      ? ['const body = new FormData()', "body.append('file', new Blob(['...']), 'photo.jpg')"]
      : []),
    ...calls,
  ].join('\n')
}

/** Returns whether the client can iterate over the rows of an operation by `list`. */
const isList = ({ resolve }: ReferenceModel, { method, responses }: ReferenceOperation): boolean => {
  const success = responses.find(({ status }) => status === '200')?.body
  return method === 'GET' && success?.mediaType === 'application/json' && hasRows(resolve, success.shape)
}

const hasRows = (resolve: ReferenceModel['resolve'], shape: JsonObject): boolean =>
  resolve(shape).items === undefined && fieldsOf(resolve, shape).some(([name]) => name === 'Results')

const pythonLiteral = (value: Json): string =>
  pretty(value).replaceAll(
    /(?<=[:[,]\s*|^\s*)(true|false|null)(?=\s*[,\]}]?$)/gm,
    (word) => PYTHON_WORDS.get(word) ?? word,
  )

const PYTHON_WORDS: ReadonlyMap<string, string> = new Map([
  ['true', 'True'],
  ['false', 'False'],
  ['null', 'None'],
])

const pythonOf = (operation: ReferenceOperation, origin: string): string => {
  const { method, scope } = operation
  const query = Object.fromEntries(inQuery(operation).map((one) => [one.name, exampleOf(one)]))
  const lines = [
    `    "${method}", "${origin}${filledPath(operation)}",`,
    ...(scope === null ? [] : ['    headers={"Authorization": "ApiKey " + os.environ["GUILDHALL_KEY"]},']),
    ...(Object.keys(query).length > 0 ? [`    params=${indented(pythonLiteral(query))},`] : []),
    ...(isUpload(operation) ? ['    files={"file": open("photo.jpg", "rb")},'] : []),
    ...(isJson(operation) ? [`    json=${indented(pythonLiteral(sampleBody(operation)))},`] : []),
  ]
  return `import os
import requests

response = requests.request(
${lines.join('\n')}
)
response.raise_for_status()
print(response.json())`
}
