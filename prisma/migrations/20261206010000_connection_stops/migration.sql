-- AlterTable
ALTER TABLE "connection" ADD COLUMN     "in_applied" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "stopped_before" BIGINT NOT NULL DEFAULT 0;
