import type { TemplateVariable } from '#services/templates/template-variable'
import type { BuiltInTemplate } from './built-in-template.ts'

const ORDER: readonly TemplateVariable[] = [
  { name: 'contact.name', about: 'The contact that bought, whole.', sample: 'Ada Lindqvist' },
  { name: 'contact.first_name', about: 'First name; missing for organizations.', sample: 'Ada' },
  { name: 'order.number', about: 'Number of the order.', sample: 'S-412' },
  { name: 'order.currency', about: 'Currency, three letters.', sample: 'USD' },
  { name: 'order.total', about: 'Total with taxes and shipping, two decimals.', sample: '30.90' },
]

const GREETING = '<p>Dear {{ contact.first_name | default: contact.name | default: "customer" }},</p>\n'
const REGARDS = '\n<p>Kind regards<br>{{ organization.name }}</p>'
const NUMBER = 'order{% if order.number %} {{ order.number }}{% endif %}'

const LINES: TemplateVariable = {
  name: 'order.lines',
  about: 'The lines: name, quantity, and amount after discount and before tax.',
  sample: [{ name: 'Club mug', quantity: 2, amount: '25.00' }],
}

/** The mails about the orders of the store. */
export const storeTemplates: readonly BuiltInTemplate[] = [
  {
    key: 'store-order-confirmed',
    version: 1,
    kind: 'communication',
    name: 'Order of the store',
    description: 'Sent when an order of the store is created.',
    category: null,
    subject: `Your ${NUMBER}`,
    html: `${GREETING}<p>Thank you for your ${NUMBER}.</p>
<ul>{% for line in order.lines %}<li>{{ line.quantity }} × {{ line.name }}: {{ line.amount }} {{ order.currency }}</li>{% endfor %}</ul>
<p>{% if order.shipping %}Shipping: {{ order.shipping }} {{ order.currency }}<br>{% endif %}{% if order.tax %}Tax: {{ order.tax }} {{ order.currency }}<br>{% endif %}<strong>Total: {{ order.total }} {{ order.currency }}</strong></p>
{% if order.invoice_number %}<p>The number of your invoice is {{ order.invoice_number }}.</p>{% endif %}${REGARDS}`,
    variables: [
      ...ORDER,
      LINES,
      { name: 'order.shipping', about: 'Shipping before tax; missing if there is none.', sample: '5.90' },
      { name: 'order.tax', about: 'Taxes; missing if there are none.', sample: '1.20' },
      { name: 'order.invoice_number', about: 'Number of the invoice; missing if it was free.', sample: 'I-1007' },
    ],
  },
  {
    key: 'store-order-shipped',
    version: 1,
    kind: 'communication',
    name: 'Order of the store was sent',
    description: 'Sent with each shipment of an order of the store.',
    category: null,
    subject: `Your ${NUMBER} was sent`,
    html: `${GREETING}<p>These pieces of your ${NUMBER} were sent:</p>
<ul>{% for line in shipment.lines %}<li>{{ line.quantity }} × {{ line.name }}</li>{% endfor %}</ul>
{% if shipment.tracking_number %}<p>The tracking number is {{ shipment.tracking_number }}.</p>{% endif %}${REGARDS}`,
    variables: [
      ...ORDER,
      {
        name: 'shipment.lines',
        about: 'What was sent: name and quantity.',
        sample: [{ name: 'Club mug', quantity: 2 }],
      },
      { name: 'shipment.tracking_number', about: 'Tracking number; missing if there is none.', sample: '1Z999' },
    ],
  },
  {
    key: 'store-order-cancelled',
    version: 1,
    kind: 'communication',
    name: 'Order of the store was cancelled',
    description: 'Sent when an order of the store is cancelled.',
    category: null,
    subject: `Your ${NUMBER} was cancelled`,
    html: `${GREETING}<p>Your ${NUMBER} was cancelled. What you have paid for it is returned in the way that you paid.</p>${REGARDS}`,
    variables: ORDER,
  },
  {
    key: 'store-order-refunded',
    version: 1,
    kind: 'communication',
    name: 'Refund of an order of the store',
    description: 'Sent with each refund of an order of the store.',
    category: null,
    subject: `A refund for your ${NUMBER}`,
    html: `${GREETING}<p>We have credited <strong>{{ refund.amount }} {{ order.currency }}</strong> for your ${NUMBER}.</p>${REGARDS}`,
    variables: [...ORDER, { name: 'refund.amount', about: 'What is credited, two decimals.', sample: '12.50' }],
  },
  {
    key: 'store-vouchers',
    version: 1,
    kind: 'communication',
    name: 'Vouchers that were bought',
    description: 'Sent with the codes of the vouchers that an order of the store issued.',
    category: null,
    isSecret: true,
    subject: 'Your vouchers of {{ organization.name }}',
    html: `${GREETING}<p>These are the vouchers of your ${NUMBER}. They can be used when the order is paid.</p>
<ul>{% for voucher in vouchers %}<li>{{ voucher.name }}: <strong>{{ voucher.code }}</strong></li>{% endfor %}</ul>${REGARDS}`,
    variables: [
      ...ORDER,
      {
        name: 'vouchers',
        about: 'The vouchers: name and code.',
        sample: [{ name: 'Gift voucher', code: '7KQM-2XPA-9DTR-H4WZ' }],
      },
    ],
  },
]
