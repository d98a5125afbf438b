import {
  addressee,
  type BuiltInDocument,
  CURRENCY,
  DAY,
  DOCUMENT_VARIABLES,
  letterhead,
  PAY_TO,
} from './built-in-document.ts'

const TITLE = `<h1>Invoice</h1>
<p class="large">{{ invoice.number }}</p>
{% if invoice.is_void %}<p class="stamp">VOID</p>{% elsif invoice.balance <= 0 %}<p class="stamp" style="color: #1d5c4d">PAID</p>{% endif %}`

/** The invoice. Columns that no line fills are left out. */
export const invoice: BuiltInDocument = {
  key: 'invoice',
  version: 3,
  name: 'Invoice',
  description: 'The invoice that a contact gets, with its lines, taxes, payments and open amount.',
  html: `${letterhead(TITLE)}
${addressee('Bill to', [
  ['Invoice date', `{{ invoice.date | ${DAY} }}`],
  ['Due date', `{{ invoice.due_on | ${DAY} }}`],
  ['<b>Amount due</b>', '<b>{{ invoice.balance | money: currency }}</b>'],
])}
<table class="lines">
<thead>
<tr><th>Description</th><th class="amount" style="width: 50pt">Quantity</th><th class="amount" style="width: 76pt">Unit price</th>{% if invoice.discount > 0 %}<th class="amount" style="width: 66pt">Discount</th>{% endif %}<th class="amount" style="width: 82pt">Amount</th></tr>
</thead>
<tbody>
{% for line in invoice.lines %}<tr><td>{{ line.description }}{% if line.service_date %}<br><span class="small muted">{{ line.service_date | ${DAY} }}</span>{% endif %}</td><td class="amount">{{ line.quantity }}</td><td class="amount">{{ line.unit_price | amount }}</td>{% if invoice.discount > 0 %}<td class="amount">{% if line.discount > 0 %}&minus;{{ line.discount | amount }}{% endif %}</td>{% endif %}<td class="amount carry">{{ line.amount | amount }}</td></tr>
{% endfor %}</tbody>
</table>
<table class="totals together">
<tr><td class="muted">Subtotal</td><td class="amount">{{ invoice.subtotal | amount }}</td></tr>
{% if invoice.shipping > 0 %}<tr><td class="muted">Shipping</td><td class="amount">{{ invoice.shipping | amount }}</td></tr>
{% endif %}{% for tax in invoice.taxes %}<tr><td class="muted">{{ tax.name }} {{ tax.percent }}%</td><td class="amount">{{ tax.amount | amount }}</td></tr>
{% endfor %}<tr class="total"><td>Total</td><td class="amount">{{ invoice.total | money: currency }}</td></tr>
{% for payment in invoice.payments %}<tr><td class="muted">{{ payment.kind }} {{ payment.number }}{% if payment.date %}, {{ payment.date | ${DAY} }}{% endif %}</td><td class="amount">&minus;{{ payment.amount | amount }}</td></tr>
{% endfor %}{% if invoice.payments.size > 0 %}<tr class="total"><td>Amount due</td><td class="amount">{{ invoice.balance | money: currency }}</td></tr>
{% endif %}</table>
{% if invoice.message %}<div class="note" style="break-before: avoid"><p>{{ invoice.message | newline_to_br }}</p></div>
{% endif %}{% if invoice.balance > 0 and invoice.is_void != true %}{% if organization.bank_details %}${PAY_TO}{% endif %}<p class="small muted" style="break-before: avoid">Please state {{ invoice.number }} with your payment. Thank you.</p>
{% endif %}`,
  variables: [
    ...DOCUMENT_VARIABLES,
    CURRENCY,
    { name: 'invoice.number', about: 'Its number.', sample: 'INV-1042' },
    { name: 'invoice.date', about: 'Date of the invoice.', sample: '2027-03-01' },
    { name: 'invoice.due_on', about: 'Day on which it is due.', sample: '2027-03-31' },
    { name: 'invoice.is_void', about: 'Whether it is void.', sample: false },
    {
      name: 'invoice.lines',
      about:
        'Its lines, each with description, service_date, quantity, unit_price, discount and amount (quantity times unit_price, minus discount).',
      sample: [
        {
          description: 'Business membership, Gold level',
          service_date: '2027-03-01',
          quantity: 1,
          unit_price: 1250,
          discount: 125,
          amount: 1125,
        },
        { description: 'Annual dinner, table seats', quantity: 4, unit_price: 85, discount: 0, amount: 340 },
        { description: 'Directory listing, featured', quantity: 12, unit_price: 15.5, discount: 0, amount: 186 },
      ],
    },
    {
      name: 'invoice.subtotal',
      about: 'Sum of the amounts of the lines, after discount and before tax and shipping.',
      sample: 1651,
    },
    {
      name: 'invoice.discount',
      about: 'Sum of the discounts, which the subtotal already lacks; 0 without any.',
      sample: 125,
    },
    { name: 'invoice.shipping', about: 'Price of shipping; 0 without any.', sample: 0 },
    {
      name: 'invoice.taxes',
      about: 'Its taxes, each with name, percent and amount.',
      sample: [{ name: 'Sales tax', percent: 5.5, amount: 28.93 }],
    },
    { name: 'invoice.total', about: 'The total.', sample: 1679.93 },
    {
      name: 'invoice.payments',
      about: 'What was applied to it, each with kind (Payment, Credit, Write-off), number, date and amount.',
      sample: [{ kind: 'Payment', number: 'PAY-731', date: '2027-03-10', amount: 500 }],
    },
    { name: 'invoice.balance', about: 'The amount that is still open.', sample: 1179.93 },
    {
      name: 'invoice.message',
      about: 'Message for the customer; missing without one.',
      sample: 'Thank you for being a member since 2014.',
    },
  ],
}
