import type { JsonObject } from '#kernel/contract/json'
import { type Html, html } from '../pages/html.ts'
import { prose } from './prose.ts'
import type { ReferenceModel, ReferenceParameter } from './reference-model.ts'
import { boundsOf, fieldsOf, typeOf } from './schema-text.ts'

type Resolve = ReferenceModel['resolve']

const MAX_DEPTH = 5

interface Field {
  name: string
  type: string
  isRequired: boolean
  description: string
  bounds: readonly string[]
  inner?: Html | false
}

const fieldItem = ({ name, type, isRequired, description, bounds, inner }: Field): Html =>
  html`<li><code class="name">${name}</code> <span class="type">${type}${isRequired && ', required'}</span>
<div>${prose([description, ...bounds].filter((text) => text !== '').join(' '))}</div>${inner}</li>\n`

export const parameterItems = (resolve: Resolve, parameters: readonly ReferenceParameter[]): Html =>
  html`<ul class="fields">${parameters.map(({ name, location, isRequired, description, shape }) =>
    fieldItem({
      name,
      type: `${location}, ${typeOf(resolve, shape)}`,
      isRequired,
      description,
      bounds: boundsOf(resolve(shape)),
    }),
  )}</ul>`

/**
 * Returns the fields of a schema with those inside of them, or its type if it has none.
 *
 * @param isInput whether required is shown.
 */
export const schemaFields = (resolve: Resolve, schema: JsonObject, isInput: boolean, depth = 0): Html => {
  const fields = fieldsOf(resolve, schema)
  if (fields.length === 0)
    return html`<p>${typeOf(resolve, schema)}. ${prose(String(resolve(schema).description ?? ''))}</p>`
  return html`<ul class="fields">${fields.map(([name, field, isRequired]) => {
    const resolved = resolve(field)
    return fieldItem({
      name,
      type: typeOf(resolve, field),
      isRequired: isInput && isRequired,
      description: String(resolved.description ?? ''),
      bounds: boundsOf(resolved),
      inner: innerFields(resolve, field, isInput, depth),
    })
  })}</ul>`
}

const innerFields = (resolve: Resolve, field: JsonObject, isInput: boolean, depth: number): Html | false => {
  const count = depth < MAX_DEPTH ? fieldsOf(resolve, field).length : 0
  if (count === 0) return false
  return html`<details><summary>${count} ${count === 1 ? 'field' : 'fields'}</summary>
${schemaFields(resolve, field, isInput, depth + 1)}</details>`
}
