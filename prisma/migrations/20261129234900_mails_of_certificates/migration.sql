-- AlterTable
ALTER TABLE "event" ADD COLUMN     "mails_certificates" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "event_certificate" ADD COLUMN     "is_mail_due" BOOLEAN NOT NULL DEFAULT false;

-- What Prisma cannot express.

-- Certificates that a job still has to mail.
-- by hand: event_certificate_mail_due
CREATE INDEX event_certificate_mail_due ON event_certificate (tenant_id, event_id, id) WHERE is_mail_due;
