import type { Json, JsonObject } from '#kernel/contract/json'
import { type Html, html } from '../pages/html.ts'
import type { ReferenceModel, ReferenceOperation, ReferenceParameter } from './reference-model.ts'
import { fieldsOf } from './schema-text.ts'

/**
 * Returns the form that sends an operation. Its script shows it. Fields are empty, so that the first request of a list
 * shows everything; only what a path needs is required.
 */
export const tryForm = (model: ReferenceModel, operation: ReferenceOperation): Html => {
  const { method, path, parameters, scope } = operation
  const fields = parameters.filter(({ location }) => location !== 'cookie')
  const first = fields.filter(({ isRequired }) => isRequired)
  const others = fields.filter(({ isRequired }) => !isRequired)
  return html`<form class="try panel" data-method="${method}" data-path="${path}"${scope !== null && html` data-private`} hidden>
<h2 id="try">Try it</h2>
${first.map((one) => parameterField(model, one))}
${
  others.length > 0 &&
  html`<details><summary>${others.length} optional ${others.length === 1 ? 'parameter' : 'parameters'}</summary>
${others.map((one) => parameterField(model, one))}</details>`
}
${bodyFields(model, operation)}
<button class="main-button">Execute</button>
<p class="status" role="status" data-status></p>
<div data-result hidden><details><summary>Headers</summary><pre tabindex="0"><code data-headers></code></pre></details>
<pre tabindex="0" aria-label="Response"><code data-body></code></pre><p><a data-download download hidden>Save the response as a file</a></p></div>
</form>`
}

const parameterField = (
  { resolve }: ModelOf,
  { name, location, isRequired, shape, example }: ReferenceParameter,
): Html => {
  const id = `${location}:${name}`
  const resolved = resolve(shape)
  const hint =
    example !== undefined && html`<span class="hint" id="${id}:hint">Example: <code>${String(example)}</code></span>`
  const attributes = html`id="${id}" name="${id}"${isRequired && html` required`}${hint && html` aria-describedby="${id}:hint"`}`
  return html`<label for="${id}">${name} <span class="soft">${location}</span></label>${hint}
${input(resolved, attributes)}\n`
}

type ModelOf = Pick<ReferenceModel, 'resolve'>

const input = (schema: JsonObject, attributes: Html): Html => {
  const types = [schema.type].flat()
  const choices = types.includes('boolean')
    ? ['true', 'false']
    : [schema.enum ?? []].flat().filter((value) => value !== null)
  if (choices.length > 0) {
    return html`<select ${attributes}><option></option>${choices.map((value) => html`<option>${String(value)}</option>`)}</select>`
  }
  return html`<input type="text" ${types.includes('integer') && html`inputmode="numeric" `}autocomplete="off" spellcheck="false" ${attributes}>`
}

const bodyFields = (model: ReferenceModel, operation: ReferenceOperation): Html | false => {
  const { body } = operation
  if (!body) return false
  if (body.mediaType === 'multipart/form-data') return html`${fileFields(model, body.shape)}`
  const text = JSON.stringify(initialBody(operation), null, 2)
  const rows = Math.min(20, Math.max(4, text.split('\n').length))
  return html`<label for="body">Body <span class="soft">${body.mediaType}</span></label>
<textarea id="body" name="body" rows="${rows}" class="code" spellcheck="false" data-media-type="${body.mediaType}">${text}</textarea>`
}

/** Returns the example of a save; nothing for a search, which then finds everything. */
const initialBody = ({ scope, body }: ReferenceOperation): Json =>
  scope?.endsWith(':read') ? {} : (body?.example ?? {})

const fileFields = ({ resolve }: ReferenceModel, schema: JsonObject): Html[] =>
  fieldsOf(resolve, schema).map(([name, field, isRequired]) => {
    const isFile = resolve(field).format === 'binary' || resolve(field).contentMediaType !== undefined
    const attributes = html`id="part:${name}" name="part:${name}"${isRequired && html` required`}`
    return html`<label for="part:${name}">${name} <span class="soft">part</span></label>
${isFile ? html`<input type="file" ${attributes}>` : html`<input type="text" autocomplete="off" ${attributes}>`}\n`
  })
