-- Constraints and indexes

ALTER TABLE mail_template ADD CONSTRAINT mail_template_built_in_version CHECK ((key IS NULL) = (built_in_version IS NULL));

CREATE INDEX "mail_message_text" ON "mail_message" ("sent_at") WHERE "status" = 'sent' AND "html" IS NOT NULL;
-- The mails of all tenants that wait or have failed, for the metrics.
CREATE INDEX mail_message_unsent ON mail_message (status, created_at) WHERE status IN ('queued', 'failed');

-- Access

SELECT secure_tenant_table('mail_template');
SELECT chapter_wall_list('mail_template');

SELECT secure_tenant_table('mail_message');
SELECT chapter_wall_by_contact('mail_message', 'contact_id');

SELECT secure_tenant_table('mail_suppression');
-- An address's wish to get no mail is seen with the contact that has the address; it may be added, not taken back.
SELECT chapter_wall('mail_suppression', 'EXISTS (SELECT FROM contact_email we WHERE we.tenant_id = current_tenant()
  AND we.address_key = mail_suppression.address_key)', 'EXISTS (SELECT FROM contact_email we
  WHERE we.tenant_id = current_tenant() AND we.address_key = mail_suppression.address_key AND '
  || within_chapters('we.contact_id', 'editable_chapters') || ')');
REVOKE UPDATE, DELETE ON mail_suppression FROM guildhall_chapter;

SELECT secure_tenant_table('mail_switch');
SELECT chapter_wall_list('mail_switch');
