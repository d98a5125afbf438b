import {
  addressee,
  type BuiltInDocument,
  CURRENCY,
  DAY,
  DOCUMENT_VARIABLES,
  letterhead,
  PAY_TO,
} from './built-in-document.ts'

const TITLE = `<h1>Statement</h1>
<p class="large">{{ statement.date | ${DAY} }}</p>`

/** The statement of a contact: its transactions, and what it owes by age. */
export const statement: BuiltInDocument = {
  key: 'statement',
  version: 3,
  name: 'Statement',
  description: 'Lists the transactions of a contact in a period with the balance after each.',
  html: `${letterhead(TITLE)}
${addressee('Account of', [
  ['From', `{% if statement.from %}{{ statement.from | ${DAY} }}{% else %}the beginning{% endif %}`],
  ['To', `{% if statement.to %}{{ statement.to | ${DAY} }}{% else %}today{% endif %}`],
  ['<b>Amount due</b>', '<b>{{ statement.closing | money: currency }}</b>'],
])}
<table class="lines">
<thead>
<tr><th style="width: 96pt">Date</th><th>Transaction</th><th class="amount" style="width: 84pt">Amount</th><th class="amount" style="width: 84pt">Balance</th></tr>
</thead>
<tbody>
<tr><td></td><td class="muted">Balance brought forward</td><td></td><td class="amount carry-balance">{{ statement.opening | amount }}</td></tr>
{% for transaction in statement.transactions %}<tr><td>{{ transaction.date | ${DAY} }}</td><td>{{ transaction.kind }} {{ transaction.number }}{% if transaction.is_void %} <span class="muted">(void)</span>{% endif %}</td><td class="amount">{{ transaction.amount | amount }}</td><td class="amount carry-balance">{{ transaction.balance | amount }}</td></tr>
{% endfor %}</tbody>
</table>
<table class="totals together">
<tr class="total"><td>Amount due</td><td class="amount">{{ statement.closing | money: currency }}</td></tr>
</table>
{% if statement.ages.size > 0 %}<div class="together"><h3>Open invoices by age</h3>
<table class="lines">
<thead><tr>{% for age in statement.ages %}<th class="amount" style="width: 20%">{{ age.name }}</th>{% endfor %}</tr></thead>
<tbody><tr>{% for age in statement.ages %}<td class="amount">{{ age.amount | amount }}</td>{% endfor %}</tr></tbody>
</table></div>
{% endif %}{% if statement.closing > 0 and organization.bank_details %}${PAY_TO}{% endif %}`,
  variables: [
    ...DOCUMENT_VARIABLES,
    CURRENCY,
    { name: 'statement.date', about: 'The day on which it was made.', sample: '2027-03-31' },
    {
      name: 'statement.from',
      about: 'First day; missing if it begins with the first transaction.',
      sample: '2027-02-01',
    },
    { name: 'statement.to', about: 'Last day; missing if it ends with the last transaction.', sample: '2027-03-31' },
    { name: 'statement.opening', about: 'Balance before the first transaction.', sample: 85 },
    {
      name: 'statement.transactions',
      about: 'The transactions, each with date, kind, number, amount, balance and is_void. The oldest is first.',
      sample: [
        { date: '2027-02-01', kind: 'Invoice', number: 'INV-1017', amount: 100, balance: 185, is_void: false },
        { date: '2027-02-12', kind: 'Payment', number: 'PAY-702', amount: -85, balance: 100, is_void: false },
        { date: '2027-03-01', kind: 'Invoice', number: 'INV-1042', amount: 1679.93, balance: 1779.93, is_void: false },
        { date: '2027-03-10', kind: 'Payment', number: 'PAY-731', amount: -500, balance: 1279.93, is_void: false },
      ],
    },
    { name: 'statement.closing', about: 'Balance after the last transaction.', sample: 1279.93 },
    {
      name: 'statement.ages',
      about: 'The open invoices by age, each with name and amount; empty if no invoice is open.',
      sample: [
        { name: 'Current', amount: 1179.93 },
        { name: '1 to 30 days', amount: 0 },
        { name: '31 to 60 days', amount: 100 },
        { name: '61 to 90 days', amount: 0 },
        { name: 'Over 90 days', amount: 0 },
      ],
    },
  ],
}
