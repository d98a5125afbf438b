-- AlterTable
ALTER TABLE "tenant" DROP COLUMN "mail_relay_domain";
