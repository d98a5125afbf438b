-- The mails to an address, the newest first.
CREATE INDEX "mail_message_tenant_id_address_key_id_idx" ON "mail_message"("tenant_id", "address_key", "id");
