import type { TemplateVariable } from '#services/templates/template-variable'
import type { BuiltInTemplate } from './built-in-template.ts'

const PAYMENT: readonly TemplateVariable[] = [
  { name: 'contact.name', about: 'The contact that pays, whole.', sample: 'Ada Lindqvist' },
  { name: 'contact.first_name', about: 'First name; missing for organizations.', sample: 'Ada' },
  { name: 'membership.type', about: 'Type of the membership.', sample: 'Regular member' },
  { name: 'payment.amount', about: 'Amount, two decimals.', sample: '133.33' },
  { name: 'payment.currency', about: 'Currency, three letters.', sample: 'USD' },
  { name: 'payment.due_on', about: 'Day on which it is due.', sample: '2027-05-15' },
]

const GREETING = '<p>Dear {{ contact.first_name | default: contact.name | default: "member" }},</p>\n'
const REGARDS = '\n<p>Kind regards<br>{{ organization.name }}</p>'
const AMOUNT = '<strong>{{ payment.amount }} {{ payment.currency }}</strong>'
const ON = 'date: "%-d %B %Y"'

/** The mails about the payments of a payment plan. */
export const paymentPlanTemplates: readonly BuiltInTemplate[] = [
  {
    key: 'payment-part-due',
    version: 1,
    kind: 'communication',
    name: 'Payment of a plan is due soon',
    description: 'Sent 3 days before a payment of a payment plan is due.',
    category: null,
    subject:
      'A payment of your membership is due {% if payment.due_on %}on {{ payment.due_on | date: "%-d %B %Y" }}{% else %}soon{% endif %}',
    html: `${GREETING}<p>A payment of ${AMOUNT} for your membership <strong>{{ membership.type }}</strong> is due on {{ payment.due_on | ${ON} }}.</p>
<p>{% if payment.is_collected %}We will collect it on that day with the means of payment that you gave us. There is nothing to do.{% else %}Please pay it by that day.{% endif %}</p>${REGARDS}`,
    variables: [
      ...PAYMENT,
      { name: 'payment.is_collected', about: 'True if it is collected; otherwise missing.', sample: true },
    ],
  },
  {
    key: 'payment-part-failed',
    version: 1,
    kind: 'communication',
    name: 'Payment of a plan failed',
    description: 'Sent each time that a payment of a payment plan could not be collected.',
    category: null,
    subject: 'We could not collect a payment of your membership',
    html: `${GREETING}<p>We could not collect the payment of ${AMOUNT} for your membership <strong>{{ membership.type }}</strong> that was due on {{ payment.due_on | ${ON} }}.{% if payment.reason %} The reason: {{ payment.reason }}{% endif %}</p>
<p>{% if payment.next_on %}We will try again on {{ payment.next_on | ${ON} }}.{% else %}We will not try again.{% endif %} Please contact us if you want to pay in another way.</p>${REGARDS}`,
    variables: [
      ...PAYMENT,
      { name: 'payment.reason', about: 'Why it failed.', sample: 'Your card has insufficient funds.' },
      { name: 'payment.next_on', about: 'Day of the next attempt; missing if there is none.', sample: '2027-05-18' },
    ],
  },
]
