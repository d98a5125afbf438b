-- AlterTable
ALTER TABLE "event_order" ADD COLUMN     "cancelled_at" TIMESTAMPTZ(3);
