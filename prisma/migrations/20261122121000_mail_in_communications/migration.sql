-- AlterTable
ALTER TABLE "contact_communication" ADD COLUMN     "mail_message_id" INTEGER;

-- CreateTable
CREATE TABLE "membership_mail_switch" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "is_welcome_on" BOOLEAN NOT NULL,
    "is_renewed_on" BOOLEAN NOT NULL,
    "switched_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "membership_mail_switch_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "contact_communication_tenant_id_mail_message_id_key" ON "contact_communication"("tenant_id", "mail_message_id");

-- AddForeignKey
ALTER TABLE "contact_communication" ADD CONSTRAINT "contact_communication_tenant_id_mail_message_id_fkey" FOREIGN KEY ("tenant_id", "mail_message_id") REFERENCES "mail_message"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma cannot express.

SELECT secure_tenant_table('membership_mail_switch');
-- An owner of a chapter reads it, because payments of its members send these mails.
SELECT chapter_wall_list('membership_mail_switch');
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO guildhall_app, guildhall_system, guildhall_chapter;

-- Mails from before this was kept. Their contacts do not enter the change feed.
SET LOCAL ROLE guildhall_system;
INSERT INTO contact_communication (tenant_id, contact_id, type_id, status_type_id, from_display_name, occurred_at, subject,
    category, mail_message_id)
  SELECT m.tenant_id, m.contact_id, 1, CASE m.status WHEN 'sent' THEN 2 ELSE 4 END,
    coalesce(m.otherwise ->> 'fromName', t.name), coalesce(m.sent_at, m.created_at), coalesce(m.subject, 'Email'),
    m.category, m.id
  FROM mail_message m JOIN tenant t ON t.id = m.tenant_id
  WHERE m.contact_id IS NOT NULL AND m.status IN ('sent', 'failed') ORDER BY m.tenant_id, m.id;
RESET ROLE;
