import { addressee, type BuiltInDocument, CURRENCY, DAY, DOCUMENT_VARIABLES, letterhead } from './built-in-document.ts'

const TITLE = `<h1>Receipt</h1>
<p class="large">{{ payment.number }}</p>
{% if payment.is_void %}<p class="stamp">VOID</p>{% endif %}`

export const receipt: BuiltInDocument = {
  key: 'receipt',
  version: 3,
  name: 'Receipt',
  description: 'Confirms a payment and lists the invoices that it pays.',
  html: `${letterhead(TITLE)}
${addressee('Received from', [
  ['Payment date', `{{ payment.date | ${DAY} }}`],
  ['Paid by', '{{ payment.type }}'],
  ['{% if payment.reference %}Reference{% endif %}', '{{ payment.reference }}'],
])}
<table class="totals" style="width: 100%">
<tr class="total"><td>Amount received</td><td class="amount">{{ payment.amount | money: currency }}</td></tr>
</table>
{% if payment.applications.size > 0 %}<h3>Applied to</h3>
<table class="lines">
<thead>
<tr><th>Invoice</th><th style="width: 120pt">Date</th><th class="amount" style="width: 100pt">Amount</th></tr>
</thead>
<tbody>
{% for application in payment.applications %}<tr><td>{{ application.number }}</td><td>{% if application.date %}{{ application.date | ${DAY} }}{% endif %}</td><td class="amount carry">{{ application.amount | amount }}</td></tr>
{% endfor %}</tbody>
</table>
{% endif %}{% if payment.open > 0 %}<p>{{ payment.open | money: currency }} is not applied to an invoice yet and remains as your credit.</p>
{% endif %}<p class="small muted">Thank you for your payment.</p>
`,
  variables: [
    ...DOCUMENT_VARIABLES,
    CURRENCY,
    { name: 'payment.number', about: 'Its number.', sample: 'PAY-731' },
    { name: 'payment.date', about: 'Date of the payment.', sample: '2027-03-10' },
    { name: 'payment.type', about: 'Type: Cash, Check, Credit card, ACH, Trade or External.', sample: 'Check' },
    {
      name: 'payment.reference',
      about: 'Reference, such as the number of a check; missing without one.',
      sample: '20817',
    },
    { name: 'payment.amount', about: 'The amount.', sample: 500 },
    { name: 'payment.open', about: 'The part that is neither applied nor refunded.', sample: 20 },
    {
      name: 'payment.applications',
      about: 'The invoices that it pays, each with number, date and amount.',
      sample: [
        { number: 'INV-1042', date: '2027-03-01', amount: 380 },
        { number: 'INV-1017', date: '2027-02-01', amount: 100 },
      ],
    },
    { name: 'payment.is_void', about: 'Whether it is void.', sample: false },
  ],
}
