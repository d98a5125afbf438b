import type { FormValues } from '#services/pages/form-values'
import { type Html, html } from '#services/pages/html'

/** The values of a choice with their texts. */
export type Texts = readonly (readonly [value: string, text: string])[]

/** A choice with its label. */
export const select = (query: FormValues, name: string, label: string, texts: Texts): Html =>
  html`<div class="filter"><label for="${name}">${label}</label>${options(name, texts, query.get(name) ?? '', name)}</div>`

/** The choice alone. */
export const options = (name: string, texts: Texts, chosen: string, id: string): Html =>
  html`<select id="${id}" name="${name}">${texts.map(
    ([value, text]) => html`<option value="${value}"${value === chosen && html` selected`}>${text}</option>`,
  )}</select>`
