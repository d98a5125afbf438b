-- AlterTable
ALTER TABLE "outbox_event" ADD COLUMN     "traceparent" TEXT;
