-- AlterTable
ALTER TABLE "association_member" ADD COLUMN     "awaits_name" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "sent" JSONB NOT NULL DEFAULT '{}';
