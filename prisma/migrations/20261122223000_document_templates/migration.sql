-- AlterTable
ALTER TABLE "mail_template" ADD COLUMN     "built_in_version" INTEGER,
ADD COLUMN     "is_edited" BOOLEAN NOT NULL DEFAULT true;

-- CreateTable
CREATE TABLE "document_template" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "key" TEXT NOT NULL,
    "html" TEXT NOT NULL,
    "paper_size" TEXT,
    "built_in_version" INTEGER NOT NULL,
    "is_edited" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "document_template_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "document_template_tenant_id_key_key" ON "document_template"("tenant_id", "key");

-- What Prisma cannot express.

SELECT secure_tenant_table('document_template');
SELECT chapter_wall_list('document_template');
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO guildhall_app, guildhall_system, guildhall_chapter;

ALTER TABLE document_template
  ADD CONSTRAINT document_template_key CHECK (key IN ('invoice', 'receipt', 'statement', 'certificate')),
  ADD CONSTRAINT document_template_paper_size CHECK (paper_size IN ('A4', 'Letter'));

SET LOCAL ROLE guildhall_system;
-- A built-in mail template that was saved is edited; a template of the tenant's own always is.
UPDATE mail_template t SET built_in_version = 1,
  is_edited = t.audit_id > 1 OR EXISTS (SELECT FROM audit_entry a
    WHERE a.tenant_id = t.tenant_id AND a.entity = 'mail-template' AND a.entity_id = t.id)
  WHERE t.key IS NOT NULL;

-- What new tenants get from templates.seeds.ts.
INSERT INTO document_template (tenant_id, key, html, built_in_version)
  SELECT t.id, d.key, d.html, 1 FROM tenant t
  CROSS JOIN (VALUES
    ('invoice', $html$<table>
<tr>
<td style="width: 58%">
{% if organization.logo %}<p><img src="{{ organization.logo }}" alt="{{ organization.name }}" height="44"></p>{% endif %}
<p class="name">{{ organization.name }}</p>
{% if organization.address %}<p class="small muted">{{ organization.address | newline_to_br }}</p>{% endif %}
</td>
<td class="right"><h1>Invoice</h1>
<p class="large">{{ invoice.number }}</p>
{% if invoice.is_void %}<p class="stamp">VOID</p>{% elsif invoice.balance <= 0 %}<p class="stamp" style="color: #1d5c4d">PAID</p>{% endif %}</td>
</tr>
</table>
<table style="margin: 18pt 0 16pt">
<tr>
<td style="width: 58%">
<p class="label">Bill to</p>
<p><b>{{ contact.name }}</b>{% if contact.address %}<br>{{ contact.address | newline_to_br }}{% endif %}</p>
</td>
<td>
<table class="facts" style="margin: 0">
<tr><td class="muted">Invoice date</td><td class="amount">{{ invoice.date | date: "%-d %B %Y" }}</td></tr>
<tr><td class="muted">Due date</td><td class="amount">{{ invoice.due_on | date: "%-d %B %Y" }}</td></tr>
<tr><td class="muted"><b>Amount due</b></td><td class="amount"><b>{{ invoice.balance | money: currency }}</b></td></tr>
</table>
</td>
</tr>
</table>
<table class="lines">
<thead>
<tr><th>Description</th><th class="amount" style="width: 50pt">Quantity</th><th class="amount" style="width: 76pt">Unit price</th>{% if invoice.discount > 0 %}<th class="amount" style="width: 66pt">Discount</th>{% endif %}<th class="amount" style="width: 82pt">Amount</th></tr>
</thead>
<tbody>
{% for line in invoice.lines %}<tr><td>{{ line.description }}{% if line.service_date %}<br><span class="small muted">{{ line.service_date | date: "%-d %B %Y" }}</span>{% endif %}</td><td class="amount">{{ line.quantity }}</td><td class="amount">{{ line.unit_price | amount }}</td>{% if invoice.discount > 0 %}<td class="amount">{% if line.discount > 0 %}&minus;{{ line.discount | amount }}{% endif %}</td>{% endif %}<td class="amount">{{ line.amount | amount }}</td></tr>
{% endfor %}</tbody>
</table>
<table class="totals together">
<tr><td class="muted">Subtotal</td><td class="amount">{{ invoice.subtotal | amount }}</td></tr>
{% if invoice.shipping > 0 %}<tr><td class="muted">Shipping</td><td class="amount">{{ invoice.shipping | amount }}</td></tr>
{% endif %}{% for tax in invoice.taxes %}<tr><td class="muted">{{ tax.name }} {{ tax.percent }}%</td><td class="amount">{{ tax.amount | amount }}</td></tr>
{% endfor %}<tr class="total"><td>Total</td><td class="amount">{{ invoice.total | money: currency }}</td></tr>
{% for payment in invoice.payments %}<tr><td class="muted">{{ payment.kind }} {{ payment.number }}{% if payment.date %}, {{ payment.date | date: "%-d %B %Y" }}{% endif %}</td><td class="amount">&minus;{{ payment.amount | amount }}</td></tr>
{% endfor %}{% if invoice.payments.size > 0 %}<tr class="total"><td>Amount due</td><td class="amount">{{ invoice.balance | money: currency }}</td></tr>
{% endif %}</table>
{% if invoice.message %}<div class="note"><p>{{ invoice.message | newline_to_br }}</p></div>
{% endif %}{% if invoice.balance > 0 and invoice.is_void != true %}<p class="small muted">Please state {{ invoice.number }} with your payment. Thank you.</p>
{% endif %}$html$),
    ('receipt', $html$<table>
<tr>
<td style="width: 58%">
{% if organization.logo %}<p><img src="{{ organization.logo }}" alt="{{ organization.name }}" height="44"></p>{% endif %}
<p class="name">{{ organization.name }}</p>
{% if organization.address %}<p class="small muted">{{ organization.address | newline_to_br }}</p>{% endif %}
</td>
<td class="right"><h1>Receipt</h1>
<p class="large">{{ payment.number }}</p>
{% if payment.is_void %}<p class="stamp">VOID</p>{% endif %}</td>
</tr>
</table>
<table style="margin: 18pt 0 16pt">
<tr>
<td style="width: 58%">
<p class="label">Received from</p>
<p><b>{{ contact.name }}</b>{% if contact.address %}<br>{{ contact.address | newline_to_br }}{% endif %}</p>
</td>
<td>
<table class="facts" style="margin: 0">
<tr><td class="muted">Payment date</td><td class="amount">{{ payment.date | date: "%-d %B %Y" }}</td></tr>
<tr><td class="muted">Paid by</td><td class="amount">{{ payment.type }}</td></tr>
<tr><td class="muted">{% if payment.reference %}Reference{% endif %}</td><td class="amount">{{ payment.reference }}</td></tr>
</table>
</td>
</tr>
</table>
<table class="totals" style="width: 100%">
<tr class="total"><td>Amount received</td><td class="amount">{{ payment.amount | money: currency }}</td></tr>
</table>
{% if payment.applications.size > 0 %}<h3>Applied to</h3>
<table class="lines">
<thead>
<tr><th>Invoice</th><th style="width: 120pt">Date</th><th class="amount" style="width: 100pt">Amount</th></tr>
</thead>
<tbody>
{% for application in payment.applications %}<tr><td>{{ application.number }}</td><td>{% if application.date %}{{ application.date | date: "%-d %B %Y" }}{% endif %}</td><td class="amount">{{ application.amount | amount }}</td></tr>
{% endfor %}</tbody>
</table>
{% endif %}{% if payment.open > 0 %}<p>{{ payment.open | money: currency }} is not applied to an invoice yet and remains as your credit.</p>
{% endif %}<p class="small muted">Thank you for your payment.</p>
$html$),
    ('statement', $html$<table>
<tr>
<td style="width: 58%">
{% if organization.logo %}<p><img src="{{ organization.logo }}" alt="{{ organization.name }}" height="44"></p>{% endif %}
<p class="name">{{ organization.name }}</p>
{% if organization.address %}<p class="small muted">{{ organization.address | newline_to_br }}</p>{% endif %}
</td>
<td class="right"><h1>Statement</h1>
<p class="large">{{ statement.date | date: "%-d %B %Y" }}</p></td>
</tr>
</table>
<table style="margin: 18pt 0 16pt">
<tr>
<td style="width: 58%">
<p class="label">Account of</p>
<p><b>{{ contact.name }}</b>{% if contact.address %}<br>{{ contact.address | newline_to_br }}{% endif %}</p>
</td>
<td>
<table class="facts" style="margin: 0">
<tr><td class="muted">From</td><td class="amount">{% if statement.from %}{{ statement.from | date: "%-d %B %Y" }}{% else %}the beginning{% endif %}</td></tr>
<tr><td class="muted">To</td><td class="amount">{% if statement.to %}{{ statement.to | date: "%-d %B %Y" }}{% else %}today{% endif %}</td></tr>
<tr><td class="muted"><b>Amount due</b></td><td class="amount"><b>{{ statement.closing | money: currency }}</b></td></tr>
</table>
</td>
</tr>
</table>
<table class="lines">
<thead>
<tr><th style="width: 96pt">Date</th><th>Transaction</th><th class="amount" style="width: 84pt">Amount</th><th class="amount" style="width: 84pt">Balance</th></tr>
</thead>
<tbody>
<tr><td></td><td class="muted">Balance brought forward</td><td></td><td class="amount">{{ statement.opening | amount }}</td></tr>
{% for transaction in statement.transactions %}<tr><td>{{ transaction.date | date: "%-d %B %Y" }}</td><td>{{ transaction.kind }} {{ transaction.number }}{% if transaction.is_void %} <span class="muted">(void)</span>{% endif %}</td><td class="amount">{{ transaction.amount | amount }}</td><td class="amount">{{ transaction.balance | amount }}</td></tr>
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
{% endif %}$html$),
    ('certificate', $html$<div class="center" style="border: 2px solid #1d5c4d; padding: 60pt 36pt; margin: 40pt 0 0 0">
{% if organization.logo %}<p><img src="{{ organization.logo }}" alt="{{ organization.name }}" height="56"></p>{% endif %}
<p class="name">{{ organization.name }}</p>
<h1 style="margin: 30pt 0 26pt; font-size: 28pt">Certificate of attendance</h1>
<p class="muted">This certifies that</p>
<p style="font-size: 20pt; font-weight: bold; margin: 10pt 0">{{ contact.name }}</p>
<p class="muted">attended</p>
<p style="font-size: 15pt; margin: 10pt 0"><b>{{ event.name }}</b></p>
<p>{{ event.date | date: "%-d %B %Y" }}{% if event.location %}, {{ event.location }}{% endif %}</p>
{% if event.hours %}<p>{{ event.hours }} {% if event.hours == 1 %}hour{% else %}hours{% endif %}{% if event.credits %}, {{ event.credits }} {% if event.credits == 1 %}credit{% else %}credits{% endif %}{% endif %}</p>
{% endif %}<table style="margin: 70pt 0 0 0"><tr><td style="width: 42%; border-top: 1px solid #5f6c75; padding: 4pt 0" class="small muted center">Signature</td><td></td><td style="width: 42%; border-top: 1px solid #5f6c75; padding: 4pt 0" class="small muted center">{{ certificate.issued_on | date: "%-d %B %Y" }}</td></tr></table>
<p class="small muted" style="margin: 24pt 0 0 0">Certificate {{ certificate.number }}</p>
</div>
$html$)) AS d (key, html)
  ORDER BY t.id, d.key;
RESET ROLE;

ALTER TABLE mail_template ADD CONSTRAINT mail_template_built_in_version
  CHECK ((key IS NULL) = (built_in_version IS NULL));
