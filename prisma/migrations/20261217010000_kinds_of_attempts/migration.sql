-- An attempt contains the kind of its delivery: filters by it read no deliveries. Rows from before, and of the previous release, have
-- none, and are deleted by the retention; until then their delivery is read.
ALTER TABLE "webhook_attempt" ADD COLUMN "kind" TEXT;
