-- Who a message of the staff in a dispute is from.
ALTER TABLE "processor_dispute_message" ADD COLUMN "author_name" TEXT;
