-- AlterTable
ALTER TABLE "event_exhibitor" ADD COLUMN     "booth_number" TEXT;
