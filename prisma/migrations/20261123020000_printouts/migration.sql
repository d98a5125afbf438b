-- AlterTable
ALTER TABLE "tenant" ADD COLUMN     "bank_details" TEXT,
ADD COLUMN     "logo_file_id" INTEGER,
ADD COLUMN     "organization_address" TEXT,
ADD COLUMN     "organization_name" TEXT,
ADD COLUMN     "tax_number" TEXT;

-- AlterTable
ALTER TABLE "mail_message" ADD COLUMN     "file_ids" INTEGER[] DEFAULT ARRAY[]::INTEGER[];

-- CreateTable
CREATE TABLE "printout" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "document_id" INTEGER NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sent_at" TIMESTAMPTZ(3),

    CONSTRAINT "printout_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "printout_tenant_id_kind_document_id_fingerprint_key" ON "printout"("tenant_id", "kind", "document_id", "fingerprint");

-- What Prisma cannot express.

SELECT secure_tenant_table('printout');
SELECT chapter_wall_closed('printout');
-- The job finds the printouts that were never sent and are old.
CREATE INDEX printout_unsent ON printout (tenant_id, created_at) WHERE sent_at IS NULL;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO guildhall_app, guildhall_system, guildhall_chapter;
ALTER TABLE printout ADD CONSTRAINT printout_kind CHECK (kind IN ('invoice', 'receipt', 'statement'));
ALTER TABLE mail_message ALTER COLUMN file_ids SET NOT NULL;

GRANT UPDATE (organization_name, organization_address, tax_number, bank_details, logo_file_id) ON tenant TO guildhall_app;

-- Templates that are not edited follow the built-in ones, which show the tax number and the bank details now.
SET LOCAL ROLE guildhall_system;
UPDATE document_template SET built_in_version = 2, audit_id = audit_id + 1, html = replace(html,
$html${% if organization.address %}<p class="small muted">{{ organization.address | newline_to_br }}</p>{% endif %}
</td>$html$,
$html${% if organization.address %}<p class="small muted">{{ organization.address | newline_to_br }}</p>{% endif %}
{% if organization.tax_number %}<p class="small muted">Tax number {{ organization.tax_number }}</p>{% endif %}
</td>$html$)
WHERE key IN ('invoice', 'receipt', 'statement') AND NOT is_edited AND built_in_version = 1;
UPDATE document_template SET html = replace(html,
$html${% if invoice.balance > 0 and invoice.is_void != true %}<p class="small muted">Please state {{ invoice.number }} with your payment. Thank you.</p>
{% endif %}$html$,
$html${% if invoice.balance > 0 and invoice.is_void != true %}{% if organization.bank_details %}<div class="together"><p class="label">Pay to</p><p>{{ organization.bank_details | newline_to_br }}</p></div>
{% endif %}<p class="small muted">Please state {{ invoice.number }} with your payment. Thank you.</p>
{% endif %}$html$)
WHERE key = 'invoice' AND NOT is_edited AND built_in_version = 2;
UPDATE document_template SET html = html ||
$html${% if statement.closing > 0 and organization.bank_details %}<div class="together"><p class="label">Pay to</p><p>{{ organization.bank_details | newline_to_br }}</p></div>
{% endif %}$html$
WHERE key = 'statement' AND NOT is_edited AND built_in_version = 2;
RESET ROLE;
