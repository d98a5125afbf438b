import type { TemplateVariable } from '#services/templates/template-variable'
import type { BuiltInTemplate } from './built-in-template.ts'

const MESSAGE: TemplateVariable = {
  name: 'message',
  about: 'Text of the staff for this mail; missing without one.',
  sample: 'Thank you for your order.',
}
const CONTACT: TemplateVariable = { name: 'contact.name', about: 'The contact.', sample: 'Lindqvist Boat Works' }
const CURRENCY: TemplateVariable = {
  name: 'document.currency',
  about: 'Currency of all amounts, three letters.',
  sample: 'USD',
}
const NUMBER: TemplateVariable = { name: 'document.number', about: 'Its number.', sample: 'INV-1042' }
const DATE: TemplateVariable = { name: 'document.date', about: 'Its date.', sample: '2027-03-01' }
const BALANCE: TemplateVariable = { name: 'document.balance', about: 'The amount that is open.', sample: 1179.93 }
const AMOUNT: TemplateVariable = { name: 'document.amount', about: 'Its amount.', sample: 1679.93 }

const DAY = 'date: "%-d %B %Y"'
const MONEY = 'money: document.currency'
const letter = (body: string): string =>
  `<p>Dear {{ contact.name | default: "member" }},</p>\n${body}{% if message %}<p>{{ message | newline_to_br }}</p>\n{% endif %}<p>Kind regards<br>{{ organization.name }}</p>`

/** The mails with documents of the books, which are attached as PDF. */
export const documentMailTemplates: readonly BuiltInTemplate[] = [
  {
    key: 'invoice-document',
    version: 1,
    kind: 'communication',
    name: 'Invoice',
    description: 'Sent by staff with an invoice as PDF.',
    category: null,
    subject: 'Invoice {{ document.number }} from {{ organization.name }}',
    html: letter(
      `<p>please find attached our invoice {{ document.number }} of {{ document.date | ${DAY} }}.{% if document.balance > 0 %} The open amount of <strong>{{ document.balance | ${MONEY} }}</strong> is due on {{ document.due_on | ${DAY} }}.{% endif %}</p>\n`,
    ),
    variables: [
      CONTACT,
      NUMBER,
      DATE,
      { name: 'document.due_on', about: 'Day on which it is due.', sample: '2027-03-31' },
      AMOUNT,
      BALANCE,
      CURRENCY,
      MESSAGE,
    ],
  },
  {
    key: 'receipt-document',
    version: 1,
    kind: 'communication',
    name: 'Receipt',
    description: 'Sent by staff with the receipt of a payment as PDF.',
    category: null,
    subject: 'Receipt {{ document.number }} from {{ organization.name }}',
    html: letter(
      `<p>thank you for your payment of <strong>{{ document.amount | ${MONEY} }}</strong> on {{ document.date | ${DAY} }}. Please find attached the receipt {{ document.number }}.</p>\n`,
    ),
    variables: [CONTACT, { ...NUMBER, sample: 'PAY-731' }, DATE, { ...AMOUNT, sample: 500 }, CURRENCY, MESSAGE],
  },
  {
    key: 'statement-document',
    version: 1,
    kind: 'communication',
    name: 'Statement',
    description: 'Sent by staff with the statement of a contact as PDF.',
    category: null,
    subject: 'Your statement from {{ organization.name }}',
    html: letter(
      `<p>please find attached your statement of {{ document.date | ${DAY} }}.{% if document.balance > 0 %} The balance is <strong>{{ document.balance | ${MONEY} }}</strong>.{% endif %}</p>\n`,
    ),
    variables: [CONTACT, DATE, BALANCE, CURRENCY, MESSAGE],
  },
]
