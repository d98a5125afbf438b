import type { BuiltInText } from '#services/templates/template-mark'
import type { TemplateVariable } from '#services/templates/template-variable'

export interface BuiltInDocument extends BuiltInText {
  key: DocumentKey
  name: string
  description: string
  /** Liquid. */
  html: string
  variables: readonly TemplateVariable[]
}

/** The kinds of documents, each with one template per tenant. */
export const DOCUMENT_KEYS = ['invoice', 'receipt', 'statement', 'certificate'] as const

export type DocumentKey = (typeof DOCUMENT_KEYS)[number]

/** The variables of every document. */
export const DOCUMENT_VARIABLES: readonly TemplateVariable[] = [
  { name: 'organization.name', about: 'The organization that issues it.', sample: 'Harbor Chamber of Commerce' },
  {
    name: 'organization.address',
    about: 'Its address and contact data, as lines of text; missing if none are recorded.',
    sample: '12 Harbor Street\nPortland, ME 04101\nUnited States\n+1 207 555 0142\noffice@harbor-chamber.example',
  },
  {
    name: 'organization.logo',
    about: 'Its logo as the address of an img element; missing without one.',
    sample: null,
  },
  { name: 'organization.tax_number', about: 'Its tax number; missing without one.', sample: '01-0234567' },
  {
    name: 'organization.bank_details',
    about: 'Bank and account for payments, as lines of text; missing without any.',
    sample: 'Harbor Savings Bank\nRouting number 011200365\nAccount 40417203',
  },
  { name: 'contact.name', about: 'The person or organization that it is for.', sample: 'Lindqvist Boat Works' },
  {
    name: 'contact.address',
    about: 'The billing address, as lines of text; missing if none is recorded.',
    sample: '4 Quay Road\nRockland, ME 04841\nUnited States',
  },
]

/** The money that amounts are in, for `| money: currency`. */
export const CURRENCY: TemplateVariable = {
  name: 'currency',
  about: 'Currency of all amounts, three letters: write invoice.total | money: currency.',
  sample: 'USD',
}

/** Where to pay to; nothing without bank details. */
export const PAY_TO =
  '<div class="together" style="break-before: avoid"><p class="label">Pay to</p><p>{{ organization.bank_details | newline_to_br }}</p></div>\n'

/**
 * Returns the head of a letter: logo or name of the organization on the left, the title of the document on the right.
 */
export const letterhead = (title: string): string => `<table>
<tr>
<td style="width: 58%">
{% if organization.logo %}<p><img src="{{ organization.logo }}" alt="{{ organization.name }}" height="44"></p>{% endif %}
<p class="name">{{ organization.name }}</p>
{% if organization.address %}<p class="small muted">{{ organization.address | newline_to_br }}</p>{% endif %}
{% if organization.tax_number %}<p class="small muted">Tax number {{ organization.tax_number }}</p>{% endif %}
</td>
<td class="right">${title}</td>
</tr>
</table>`

/** Returns the addressee on the left, the facts of the document on the right. */
export const addressee = (
  label: string,
  facts: readonly (readonly [string, string])[],
): string => `<table style="margin: 18pt 0 16pt">
<tr>
<td style="width: 58%">
<p class="label">${label}</p>
<p><b>{{ contact.name }}</b>{% if contact.address %}<br>{{ contact.address | newline_to_br }}{% endif %}</p>
</td>
<td>
<table class="facts" style="margin: 0">
${facts.map(([name, value]) => `<tr><td class="muted">${name}</td><td class="amount">${value}</td></tr>`).join('\n')}
</table>
</td>
</tr>
</table>`

export const DAY = 'date: "%-d %B %Y"'
