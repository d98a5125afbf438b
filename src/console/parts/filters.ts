import type { FormValues } from '#services/pages/form-values'
import { type Html, html } from '#services/pages/html'
import { addressOf, type ConsoleUser } from '../frame/user.ts'

export interface FilterField {
  name: string
  label: string
  kind: 'text' | 'month' | 'choice'
  /** Of a choice: values with their texts. */
  choices?: readonly (readonly [value: string, text: string])[]
  hint?: string
}

/** The filters of a list: a form whose result is an address that can be shared. */
export const filterForm = (
  { tenant }: ConsoleUser,
  path: string,
  fields: readonly FilterField[],
  values: FormValues,
): Html => {
  const isUsed = fields.some(({ name }) => values.get(name) !== undefined)
  return html`<form class="filters" method="get" action="${addressOf(tenant.key, path)}" role="search">${fields.map(
    (field) => filterField(field, values.get(field.name) ?? ''),
  )}<div class="filter-buttons"><button>Show</button>${
    isUsed && html`<a href="${addressOf(tenant.key, path)}">Clear</a>`
  }</div></form>`
}

const filterField = ({ name, label, kind, choices = [], hint }: FilterField, value: string): Html => {
  const id = `filter-${name}`
  const control =
    kind === 'choice'
      ? html`<select id="${id}" name="${name}">${choices.map(
          ([one, text]) => html`<option value="${one}"${one === value && html` selected`}>${text}</option>`,
        )}</select>`
      : html`<input id="${id}" name="${name}" type="${kind}" value="${value}"${
          hint !== undefined && html` placeholder="${hint}"`
        }>`
  return html`<div class="filter"><label for="${id}">${label}</label>${control}</div>`
}

/** Quotes a text for a filter in the subset of OData. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** Joins the conditions that are set; undefined for none. */
export const allOf = (conditions: readonly (string | undefined | false)[]): string | undefined => {
  const set = conditions.filter((condition): condition is string => typeof condition === 'string')
  return set.length > 0 ? set.join(' and ') : undefined
}
