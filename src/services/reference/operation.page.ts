import { isJsonObject } from '#kernel/contract/json'
import { reasonPhrases } from '#kernel/errors/problem'
import { type Html, html } from '../pages/html.ts'
import { sectionId } from './contents.page.ts'
import { parameterItems, schemaFields } from './fields.page.ts'
import { accessText, areaPath, framePage, methodBadge } from './frame.page.ts'
import { paragraphs, prose } from './prose.ts'
import type { ReferenceModel, ReferenceOperation, ReferenceResponse } from './reference-model.ts'
import { samplesOf } from './samples.ts'
import { typeOf } from './schema-text.ts'
import { tryForm } from './try.page.ts'

/** Returns the page of an operation. @param origin the address of the server, for samples. */
export const operationPage = (model: ReferenceModel, operation: ReferenceOperation, origin: string): string => {
  const { id, method, path, area, section, summary, description, parameters, body } = operation
  return framePage({
    title: summary,
    trail: html` · <a href="${areaPath(area)}">${area}</a> · <a href="${areaPath(area)}#${sectionId(section)}">${section}</a>`,
    content: html`<p class="address">${methodBadge(method)} <code>${path}</code></p>
${paragraphs(description)}
<p class="soft small">${accessText(operation)} Operation id: <code>${id}</code>.</p>
${tryForm(model, operation)}
<h2 id="samples">Code samples</h2>
${samplesOf(model, operation, origin).map(
  ({ language, code }, at) =>
    html`<details${at === 0 && html` open`}><summary>${language}</summary><pre tabindex="0"><code>${code}</code></pre></details>\n`,
)}
${parameters.length > 0 && html`<h2 id="parameters">Parameters</h2>\n${parameterItems(model.resolve, parameters)}`}
${
  body &&
  html`<h2 id="request">Request body</h2>
<p class="soft small"><code>${body.mediaType}</code>, ${typeOf(model.resolve, body.shape)}${body.isRequired ? ', required' : ', optional'}</p>
${schemaFields(model.resolve, body.shape, true)}${example(body.example, 'Example of a request')}`
}
<h2 id="responses">Responses</h2>
${operation.responses.map((response) => responseSection(model, response))}`,
  })
}

const example = (value: unknown, title: string): Html | false =>
  value !== undefined &&
  html`<details><summary>${title}</summary><pre tabindex="0"><code>${JSON.stringify(value, null, 2)}</code></pre></details>`

const responseSection = (
  { resolve }: ReferenceModel,
  { status, description, headers, body }: ReferenceResponse,
): Html => {
  const isSuccess = status.startsWith('2')
  const named =
    headers.length > 0 && html` Headers: ${headers.map((name, at) => html`${at > 0 && ', '}<code>${name}</code>`)}.`
  return html`<section class="response"><h3>${status} <span class="soft">${reasonPhrases[Number(status)] ?? (isSuccess ? 'OK' : '')}</span></h3>
<p>${prose(description)}${named}</p>
${
  isSuccess &&
  body &&
  html`<p class="soft small"><code>${body.mediaType}</code>, ${typeOf(resolve, body.shape)}</p>
${isJsonObject(body.shape) && schemaFields(resolve, body.shape, false)}${example(body.example, 'Example of a response')}`
}</section>\n`
}
