-- Tables that grow with events pass 2^31 rows on a large installation. Each is rewritten once, under an exclusive lock.
ALTER TABLE "mail_message" ALTER COLUMN "id" SET DATA TYPE BIGINT;
ALTER SEQUENCE "mail_message_id_seq" AS BIGINT;
ALTER TABLE "contact_communication" ALTER COLUMN "mail_message_id" SET DATA TYPE BIGINT;
ALTER TABLE "webhook_delivery" ALTER COLUMN "id" SET DATA TYPE BIGINT;
ALTER SEQUENCE "webhook_delivery_id_seq" AS BIGINT;
ALTER TABLE "webhook_attempt" ALTER COLUMN "id" SET DATA TYPE BIGINT, ALTER COLUMN "delivery_id" SET DATA TYPE BIGINT;
ALTER SEQUENCE "webhook_attempt_id_seq" AS BIGINT;
-- The history also names mails.
ALTER TABLE "audit_entry" ALTER COLUMN "entity_id" SET DATA TYPE BIGINT;
